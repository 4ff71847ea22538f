/** A session of the W3C WebDriver protocol: https://www.w3.org/TR/webdriver2/ */
export interface WebDriverSession {
  /** Sends a command below the session's address. Without a body it is a GET. */
  send<T>(command: string, body?: object): Promise<T>;
  close(): Promise<void>;
}

interface Reply {
  value: unknown;
}

async function request(method: string, url: string, body?: object): Promise<unknown> {
  const response = await fetch(url, {
    method,
    ...(body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
  });
  const { value } = (await response.json()) as Reply;
  if (response.ok) return value;
  const { error, message } = value as { error: string; message: string };
  throw new Error(`${method} ${url}: ${error}: ${message}`);
}

/** Starts a browser. @param url Of the driver, without a final slash. */
export async function openSession(url: string, wanted: object): Promise<WebDriverSession> {
  const body = { capabilities: { alwaysMatch: wanted } };
  const opened = await request('POST', `${url}/session`, body);
  const { sessionId } = opened as { sessionId: string };
  const base = `${url}/session/${sessionId}`;
  return {
    send: async (command, given) =>
      (await request(given ? 'POST' : 'GET', `${base}/${command}`, given)) as never,
    close: async () => {
      await request('DELETE', base);
    },
  };
}

/** Events that press and release each key, in order. */
export const keyActions = (keys: Iterable<string>) => ({
  actions: [
    {
      ...{ type: 'key', id: 'keyboard' },
      actions: [...keys].flatMap((value) => [
        { type: 'keyDown', value },
        { type: 'keyUp', value },
      ]),
    },
  ],
});

/** Events of a click at a place of the window. */
export const clickActions = (x: number, y: number) => ({
  actions: [
    {
      ...{ type: 'pointer', id: 'mouse', parameters: { pointerType: 'mouse' } },
      actions: [
        { type: 'pointerMove', duration: 0, x, y },
        { type: 'pointerDown', button: 0 },
        { type: 'pointerUp', button: 0 },
      ],
    },
  ],
});
