import type { HostTraffic } from '../core/traffic.ts';
import type { Assets } from './assets.ts';
import { ggufOf } from './addresses.ts';
import type { OwnParts, RuntimeConfig } from './config.ts';
import { traffic, type IsOurs } from './traffic.ts';

/** What the widget's addresses follow from. */
export interface AddressParts {
  config: RuntimeConfig;
  own: OwnParts;
  assets: Assets;
}

/** What left the device, for the reader to see; nothing is drawn while it is closed. */
export class TrafficPanel {
  isOpen = false;
  readonly #onChange: () => void;
  #unsubscribe: (() => void) | undefined;

  constructor(parts: AddressParts, onChange: () => void) {
    this.#onChange = onChange;
    traffic.claim(ownAddresses(parts));
  }

  get hosts(): HostTraffic[] {
    return traffic.hosts;
  }

  toggle(): void {
    this.isOpen = !this.isOpen;
    this.#unsubscribe?.();
    this.#unsubscribe = this.isOpen ? traffic.subscribe(this.#onChange) : undefined;
    this.#onChange();
  }
}

/** A part of an index: what its folder holds beside it may be the page's own. */
const PART = /-[0-9a-f]{16}\.\w+$/;

/** Tells the widget's addresses from those of the page that it stands on. */
function ownAddresses({ config, own, assets }: AddressParts): IsOurs {
  const { embedder, ...files } = assets;
  const { base, known = {}, runtime = {} } = embedder;
  const gguf = ggufOf(config, own)?.urls ?? [];
  const named = [files, known, runtime].flatMap((each) => Object.values<string>(each));
  const exact = new Set([...named, ...gguf, config.index]);
  const scripts = `${import.meta.url.replace(/[^/]*$/, '')}askpage`;
  const folder = config.index && new URL('.', config.index).href;
  return (url) => {
    const [address = ''] = url.split(/[?#]/);
    if (exact.has(url) || exact.has(address)) return true;
    if (address.startsWith(base) || address.startsWith(scripts)) return true;
    return folder !== undefined && address.startsWith(folder) && PART.test(address);
  };
}
