import { html, nothing, type TemplateResult } from './lit.ts';
import type { AddressTraffic, HostTraffic } from '../../core/traffic.ts';
import type { Runtime } from '../runtime.ts';
import type { Session } from '../session.ts';
import { formatSize } from '../words/figures.ts';
import { say, sayList } from '../words/say.ts';

type Sum = Omit<AddressTraffic, 'url'>;

/** Where questions go, in one sentence. */
export function privacyText({ ownParts, engine: { ownOrigin } }: Runtime): string {
  if (ownOrigin !== undefined) return say('ownEngine', { origin: ownOrigin });
  return ownParts.length > 0 ? say('ownParts') : say('privacy');
}

/** What left the device: where questions go, and every address that was fetched from. */
export function privacyView({ runtime, history }: Session): unknown {
  const { traffic } = runtime;
  if (!traffic.isOpen) return nothing;
  const { hosts } = traffic;
  return html`<section class="privacy" part="privacy" aria-label=${say('leftTitle')}>
    <h2>${say('leftTitle')}</h2>
    ${questionsView(runtime)} ${history.isOn ? html`<p>${say('keptHere')}</p>` : nothing}
    <p>${say(hosts.length > 0 ? 'fetched' : 'fetchedNothing')}</p>
    <ul>
      ${hosts.map(hostView)}
    </ul>
    <p class="quiet">${say('fetchPattern')}</p>
    <p class="quiet">${say('fetchUnseen')}</p>
  </section>`;
}

/** Each part of the owner's own may send them on; what these do can't be seen from here. */
function questionsView({ ownParts, engine }: Runtime): TemplateResult[] {
  const { ownOrigin, ready } = engine;
  const lines = ownParts.map((part) => {
    if (part === 'retriever') return say('leftToRetriever');
    return ownOrigin === undefined
      ? say('leftToEngine')
      : say('leftToEngineAt', { origin: ownOrigin });
  });
  if (lines.length === 0) lines.push(say('leftNowhere'));
  if (ready?.id === 'prompt-api') lines.push(say('leftToBrowser'));
  return lines.map((line) => html`<p>${line}</p>`);
}

function hostView({ host, addresses, ...sum }: HostTraffic): TemplateResult {
  return html`<li>
    <details>
      <summary>
        <span class="name">${host === location.host ? say('thisSite', { host }) : host}</span>
        <span class="path">${sumText(sum)}</span>
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
    <span class="sum">${sumText(sum)}</span>
  </li>`;
}

const sumText = ({ requests, bytes, isMore }: Sum): string =>
  sayList([say('requests', { count: requests }), bytesText(bytes, isMore)]);

function bytesText(bytes: number, isMore: boolean): string {
  if (!isMore) return bytes === 0 ? say('fromCache') : formatSize(bytes);
  return bytes === 0 ? say('sizeUntold') : say('sizeAtLeast', { size: formatSize(bytes) });
}
