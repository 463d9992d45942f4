/** Answers to calls that were made before the code which asks for them was there; each is taken once. */
const early = new Map<string, Promise<Response>>();

/** An answer that nobody has taken by then is too old to be shown as news. */
const keptMs = 10_000;
const timeLimitMs = 30_000;

interface EarlyWindow {
  /** Set by the page's own script, which asks for the session first of all. */
  readonly earlyRefresh?: { readonly url: string; readonly answer: Promise<Response> };
}

/** Makes the answer to the page's own script known to `fetchEarly`. */
export function adoptEarlyRefresh(): void {
  const { earlyRefresh } = globalThis as EarlyWindow;
  if (earlyRefresh) {
    keep(nameOf(earlyRefresh.url, undefined), earlyRefresh.answer);
  }
}

/** Asks for a document that the screen of this address will ask for in a moment. */
export function askEarly(url: string, idToken: string): void {
  const authorization = `Bearer ${idToken}`;
  const answer = globalThis.fetch(url, {
    headers: { authorization },
    credentials: 'same-origin',
    signal: AbortSignal.timeout(timeLimitMs),
  });
  keep(nameOf(url, authorization), answer);
}

/** `fetch` that takes an answer which is on its way already. */
export const fetchEarly: typeof fetch = (input, init) => {
  const { authorization } = (init?.headers ?? {}) as Readonly<Record<string, string | undefined>>;
  const name = nameOf(String(input), authorization);
  const answer = early.get(name);
  early.delete(name);
  return answer ?? globalThis.fetch(input, init);
};

function keep(name: string, answer: Promise<Response>): void {
  // The call that takes the answer handles its failure.
  answer.catch(() => undefined);
  early.set(name, answer);
  setTimeout(() => early.delete(name), keptMs);
}

function nameOf(url: string, authorization: string | undefined): string {
  return `${authorization ?? ''} ${url}`;
}
