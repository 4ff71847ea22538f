/** A fake Cache Storage for Node, which has none: whole bodies in maps, by address. */
export class FakeCaches {
  readonly stored = new Map<string, Map<string, Uint8Array<ArrayBuffer>>>();
  /** Headers that files were stored with, by cache and address. */
  readonly headers = new Map<string, Headers>();
  /** What `open` throws, where the browser lets the page keep nothing. */
  refusal: Error | undefined;
  /** Bytes that fit; a write beyond fails as the standard has it. */
  room = Infinity;

  has(name: string): Promise<boolean> {
    if (this.refusal) return Promise.reject(this.refusal);
    return Promise.resolve(this.stored.has(name));
  }

  delete(name: string): Promise<boolean> {
    return Promise.resolve(this.stored.delete(name));
  }

  match(url: string, { cacheName }: { cacheName: string }): Promise<Response | undefined> {
    if (this.refusal) return Promise.reject(this.refusal);
    return Promise.resolve(this.#find(cacheName, url));
  }

  open(name: string): Promise<unknown> {
    if (this.refusal) return Promise.reject(this.refusal);
    const files = this.stored.get(name) ?? new Map<string, Uint8Array<ArrayBuffer>>();
    this.stored.set(name, files);
    const urlOf = (key: string | { url: string }) => (typeof key === 'string' ? key : key.url);
    return Promise.resolve({
      match: (key: string | { url: string }) => Promise.resolve(this.#find(name, urlOf(key))),
      keys: () => Promise.resolve([...files.keys()].map((url) => ({ url }))),
      delete: (url: string) => Promise.resolve(files.delete(url)),
      // As the standard has it: a body that fails while it is read is not stored, and the writer
      // learns no more than that.
      put: async (url: string, response: Response) => {
        const body = await response.arrayBuffer().catch(() => undefined);
        if (!body) throw new TypeError('The body could not be read.');
        if (this.#size() + body.byteLength > this.room)
          throw new DOMException('There is no room.', 'QuotaExceededError');
        files.set(url, new Uint8Array(body));
        this.headers.set(`${name} ${url}`, new Headers(response.headers));
      },
    });
  }

  names(cache: string): string[] {
    const urls = this.stored.get(cache)?.keys() ?? [];
    return [...urls].map((url) => url.split('/').at(-1) ?? url).sort();
  }

  #find(cache: string, url: string): Response | undefined {
    const bytes = this.stored.get(cache)?.get(url);
    const headers = this.headers.get(`${cache} ${url}`);
    return bytes && new Response(bytes, headers && { headers });
  }

  #size(): number {
    const files = [...this.stored.values()].flatMap((cache) => [...cache.values()]);
    return files.reduce((sum, { length }) => sum + length, 0);
  }
}
