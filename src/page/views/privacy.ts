import { html, nothing, type TemplateResult } from './lit.ts';
import type { AddressTraffic, HostTraffic } from '../../core/traffic.ts';
import type { Runtime } from '../runtime.ts';
import { PRIVACY } from './privacy-words.ts';
import { WORDS } from './words.ts';

/** Where questions go, in one sentence. */
export function privacyText({ ownParts, engine: { ownOrigin } }: Runtime): string {
  if (ownOrigin !== undefined) return WORDS.ownEngine(ownOrigin);
  return ownParts.length > 0 ? WORDS.ownParts : WORDS.privacy;
}

/** What left the device: where questions go, and every address that was fetched from. */
export function privacyView(runtime: Runtime): unknown {
  const { traffic } = runtime;
  if (!traffic.isOpen) return nothing;
  const { hosts } = traffic;
  return html`<section class="privacy" part="privacy" aria-label=${PRIVACY.title}>
    <h2>${PRIVACY.title}</h2>
    ${questionsView(runtime)}
    <p>${hosts.length > 0 ? PRIVACY.fetched : PRIVACY.fetchedNothing}</p>
    <ul>
      ${hosts.map(hostView)}
    </ul>
    <p class="quiet">${PRIVACY.pattern}</p>
    <p class="quiet">${PRIVACY.unseen}</p>
  </section>`;
}

/** Each part of the owner's own may send them on; what these do can't be seen from here. */
function questionsView({ ownParts, engine }: Runtime): TemplateResult[] {
  const { ownOrigin, ready } = engine;
  const lines = ownParts.map((part) => {
    if (part === 'retriever') return PRIVACY.ownRetriever;
    return ownOrigin === undefined ? PRIVACY.ownEngine : PRIVACY.ownEngineAt(ownOrigin);
  });
  if (lines.length === 0) lines.push(PRIVACY.nowhere);
  if (ready?.id === 'prompt-api') lines.push(PRIVACY.browserModel);
  return lines.map((line) => html`<p>${line}</p>`);
}

function hostView({ host, addresses, ...sum }: HostTraffic): TemplateResult {
  return html`<li>
    <details>
      <summary>
        <span class="name">${host === location.host ? PRIVACY.thisSite(host) : host}</span>
        <span class="path">${PRIVACY.sum(sum)}</span>
      </summary>
      <ul>
        ${addresses.map(addressView)}
      </ul>
    </details>
  </li>`;
}

function addressView({ url, ...sum }: AddressTraffic): TemplateResult {
  const { pathname, search } = new URL(url);
  // What a host adds to an address to sign it is long and says nothing.
  return html`<li class="address">
    <span>${pathname}${search ? '?…' : ''}</span>
    <span class="sum">${PRIVACY.sum(sum)}</span>
  </li>`;
}
