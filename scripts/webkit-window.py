"""A window of WebKitGTK that its driver can use. Unlike the library's own example browser under a driver,
it has a cache, and sends https by a proxy, too. Its arguments: an empty folder for what the browser keeps,
and the proxy's address for all hosts but this machine."""

import sys

import gi

gi.require_version("Gtk", "3.0")
gi.require_version("WebKit2", "4.1")
from gi.repository import Gtk, WebKit2  # noqa: E402

folder, proxy = sys.argv[1:3]
kept = WebKit2.WebsiteDataManager(
    base_data_directory=f"{folder}/data", base_cache_directory=f"{folder}/cache"
)
kept.set_network_proxy_settings(
    WebKit2.NetworkProxyMode.CUSTOM,
    WebKit2.NetworkProxySettings.new(proxy, ["127.0.0.1"]),
)
context = WebKit2.WebContext(website_data_manager=kept)
context.set_automation_allowed(True)


def open_window(_session):
    view = WebKit2.WebView(web_context=context, is_controlled_by_automation=True)
    window = Gtk.Window(default_width=1280, default_height=800)
    window.add(view)
    window.connect("destroy", Gtk.main_quit)
    view.connect("close", lambda _view: window.destroy())
    window.show_all()
    return view


def start(_context, session):
    about = WebKit2.ApplicationInfo()
    about.set_name("askpage")
    about.set_version(
        WebKit2.get_major_version(),
        WebKit2.get_minor_version(),
        WebKit2.get_micro_version(),
    )
    session.set_application_info(about)
    session.connect("create-web-view", open_window)


context.connect("automation-started", start)
Gtk.main()
