/**
 * Runs in the page: everything that the browser keeps for its origin, as text, by place. Numbers of typed
 * arrays are read as bytes.
 */
export async function readKept(): Promise<Record<string, string>> {
  const kept: Record<string, string> = {
    localStorage: JSON.stringify(Object.entries(localStorage)),
    sessionStorage: JSON.stringify(Object.entries(sessionStorage)),
    cookies: document.cookie,
    address: location.href + JSON.stringify(history.state),
  };
  const settled = <T>(request: IDBRequest<T>) =>
    new Promise<T>((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(new Error(String(request.error)));
    });
  const bytesOf = (value: unknown): unknown => {
    if (value instanceof ArrayBuffer) return new TextDecoder('latin1').decode(value);
    return ArrayBuffer.isView(value) ? new TextDecoder('latin1').decode(value) : value;
  };
  const texts: string[] = [];
  for (const { name = '' } of await indexedDB.databases()) {
    const db = await settled(indexedDB.open(name));
    for (const store of db.objectStoreNames) {
      const rows = db.transaction(store).objectStore(store);
      const all = [await settled(rows.getAllKeys()), await settled(rows.getAll())];
      texts.push(
        name,
        store,
        JSON.stringify(all, (_, value: unknown) => bytesOf(value)),
      );
    }
    db.close();
  }
  kept.indexedDB = texts.join('\n');
  texts.length = 0;
  for (const name of await caches.keys()) {
    const cache = await caches.open(name);
    for (const request of await cache.keys()) {
      const response = await cache.match(request);
      texts.push(name, request.url, (await response?.text()) ?? '');
    }
  }
  return { ...kept, caches: texts.join('\n') };
}

/** Runs in the page: puts a text into each place that `readKept` reads. */
export async function keepEverywhere(text: string): Promise<void> {
  localStorage.setItem('kept', text);
  sessionStorage.setItem('kept', text);
  document.cookie = `kept=${encodeURIComponent(text)}`;
  history.replaceState({ text }, '');
  await new Promise<void>((resolve) => {
    const opening = indexedDB.open('kept');
    opening.onupgradeneeded = () => opening.result.createObjectStore('rows').put({ text }, 1);
    opening.onsuccess = () => {
      opening.result.close();
      resolve();
    };
  });
  await (await caches.open('kept')).put('/kept', new Response(text));
}
