/**
 * Runs in the page: a fake router of the site's own, which takes clicks on links and shows pages without a
 * load, in the way of one of three kinds. `fakeRouter.go(path)` does it by a script.
 * - `push`: changes the address, and later the content alone.
 * - `body`: the whole body is replaced; what carries `data-permanent` and an id is moved into the new one.
 * - `view`: as `body`, within a view transition, and elements are kept by `data-persist`; the head follows.
 */
export function useFakeRouter(kind: 'push' | 'body' | 'view'): void {
  const mark = kind === 'view' ? 'data-persist' : 'data-permanent';
  const nameOf = (element: Element) => (kind === 'view' ? element.getAttribute(mark) : element.id);

  function swapBody(next: Document): void {
    const old = document.body;
    const kept = [...old.querySelectorAll(`[${mark}]`)];
    document.documentElement.lang = next.documentElement.lang;
    old.replaceWith(document.adoptNode(next.body));
    for (const element of kept) {
      const places = [...document.body.querySelectorAll(`[${mark}]`)];
      places.find((place) => nameOf(place) === nameOf(element))?.replaceWith(element);
    }
    document.title = next.title;
  }

  async function show(path: string): Promise<void> {
    // As in many applications: the address first, the content when it has come.
    if (kind === 'push') history.pushState(null, '', path);
    const html = await (await fetch(path)).text();
    const next = new DOMParser().parseFromString(html, 'text/html');
    if (kind === 'push') {
      const main = next.querySelector('main');
      if (main) document.querySelector('main')?.replaceChildren(...main.childNodes);
      return;
    }
    history.pushState(null, '', path);
    if (kind === 'body') swapBody(next);
    else await document.startViewTransition(() => swapBody(next)).updateCallbackDone;
  }

  document.addEventListener('click', (event) => {
    const [target] = event.composedPath();
    const link = target instanceof Element ? target.closest('a') : null;
    if (!link || event.defaultPrevented || link.origin !== location.origin) return;
    event.preventDefault();
    void show(link.href);
  });
  Object.assign(globalThis, { fakeRouter: { go: show } });
}

/** Shows a page by the fake router. */
export function routeTo(path: string): Promise<void> {
  const scope = globalThis as unknown as { fakeRouter: { go(path: string): Promise<void> } };
  return scope.fakeRouter.go(path);
}
