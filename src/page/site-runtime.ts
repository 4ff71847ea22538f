import { AskPageError } from '../core/errors.ts';
import type { OwnParts, RuntimeConfig } from './config.ts';
import type { OpenSiteOptions } from './open-site.ts';
import { Runtime } from './runtime.ts';

/**
 * The runtime of a site without an element.
 * @throws {AskPageError} `bad-option` for an index that is no address.
 */
export function createRuntime(options: OpenSiteOptions): Runtime {
  const { index, lang, engine = 'extractive' } = options;
  const { assets, encoder = 'auto', model, modelBase, gguf } = options;
  const config: RuntimeConfig = {
    ...{ assets, encoder, model, modelBase, gguf },
    index: index === undefined ? undefined : absolute(index),
    engine: typeof engine === 'string' ? engine : 'auto',
    history: false,
  };
  const own: OwnParts = {
    ...(typeof engine !== 'string' && { engine }),
    ...(lang !== undefined && { languages: lang }),
  };
  return new Runtime(config, own);
}

function absolute(index: string): string {
  if (URL.canParse(index, document.baseURI)) return new URL(index, document.baseURI).href;
  const message = `openSite: index is ${JSON.stringify(index)}. Give the address of a manifest.json.`;
  throw new AskPageError('bad-option', message);
}
