import { AskPageError } from '../core/errors.ts';
import { foreignHint } from './foreign-origin.ts';

/**
 * Fetches a file of the search model.
 * @param url Absolute, or a `data:` address: a site's bundler writes small files into the script.
 * @throws {AskPageError} `network`, or `model-not-found` where the file is missing.
 */
export async function fetchModelFile(url: string, init?: RequestInit): Promise<Response> {
  if (url.startsWith('data:')) return readDataUrl(url);
  let response: Response;
  try {
    response = await fetch(url, init);
  } catch (cause) {
    throw unfetched('The search model', url, cause);
  }
  if (response.ok && !response.headers.get('content-type')?.startsWith('text/html'))
    return response;
  const what = response.ok ? 'a web page' : `HTTP ${response.status}`;
  throw new AskPageError(
    'model-not-found',
    `The search model is missing: ${url} gives ${what}. The site's owner has to copy it there.`,
  );
}

/** The error for a file that the browser could not get, in words for the reader. */
export function unfetched(what: string, url: string, cause: unknown): AskPageError {
  const message = `${what} could not be fetched from ${url}. Check the connection and try again.`;
  return new AskPageError('network', message + foreignHint(url), { cause });
}

/** Not by `fetch`, which a policy may forbid for such addresses. */
function readDataUrl(url: string): Response {
  const comma = url.indexOf(',');
  const body = url.slice(comma + 1);
  if (!url.slice(0, comma).endsWith(';base64')) return new Response(decodeURIComponent(body));
  return new Response(Uint8Array.from(atob(body), (letter) => letter.charCodeAt(0)));
}
