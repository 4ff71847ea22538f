/** For the reader: every host that the addresses name, "huggingface.co and raw.githubusercontent.com". */
export function originOf(urls: readonly string[], own = pageOrigin()): string {
  const names = urls.map((url) => {
    const { origin, host } = new URL(url);
    return origin === own ? THIS_SITE : host;
  });
  return [...new Set(names)].join(' and ');
}

export const THIS_SITE = 'this site';

const pageOrigin = (): string | undefined =>
  (globalThis as { location?: { origin: string } }).location?.origin;
