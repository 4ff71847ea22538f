/** A fake Cache Storage for Node, which has none: whole bodies in maps, by address. */
export class FakeCaches {
  readonly stored = new Map<string, Map<string, Uint8Array<ArrayBuffer>>>();

  has(name: string): Promise<boolean> {
    return Promise.resolve(this.stored.has(name));
  }

  open(name: string): Promise<unknown> {
    const files = this.stored.get(name) ?? new Map<string, Uint8Array<ArrayBuffer>>();
    this.stored.set(name, files);
    return Promise.resolve({
      match: (url: string) => {
        const bytes = files.get(url);
        return Promise.resolve(bytes && new Response(bytes));
      },
      keys: () => Promise.resolve([...files.keys()].map((url) => ({ url }))),
      delete: (url: string) => Promise.resolve(files.delete(url)),
      // As the standard has it: a body that fails while it is read is not stored.
      put: async (url: string, response: Response) =>
        void files.set(url, new Uint8Array(await response.arrayBuffer())),
    });
  }

  names(cache: string): string[] {
    const urls = this.stored.get(cache)?.keys() ?? [];
    return [...urls].map((url) => url.split('/').at(-1) ?? url).sort();
  }
}
