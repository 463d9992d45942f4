import { noteProductTime } from '../product-time.ts';

/** An answer that nobody has taken by then is too old to be shown as news. */
const keptMs = 10_000;

interface EarlyWindow {
  /** Answers to the calls of the page's own script, by authorization and address. */
  readonly early?: Map<string, Promise<Response>>;
}

const { early } = globalThis as EarlyWindow;
const documents = new Map<string, object>();

/** `fetch` that takes an answer which the page's own script has asked for; each is taken once. */
export const fetchEarly: typeof fetch = (input, init) => {
  const { authorization = '' } = (init?.headers ?? {}) as Readonly<Record<string, string>>;
  const name = `${authorization} ${input}`;
  const answer = early?.get(name);
  early?.delete(name);
  return answer ?? globalThis.fetch(input, init);
};

/** Waits for the documents that the page's own script has asked for. What failed is left to the call that takes it. */
export async function readEarlyDocuments(): Promise<void> {
  const asked = [...(early ?? [])].filter(([name]) => name.startsWith('Bearer '));
  await Promise.allSettled(
    asked.map(async ([name, answer]) => {
      const response = await answer;
      noteProductTime(response);
      // A call may have taken it meanwhile.
      if (response.ok && early?.delete(name)) {
        documents.set(name.slice(name.lastIndexOf(' ') + 1), await response.json());
      }
    }),
  );
}

/** Documents that are there already, by address, for the first who asks. */
export function takeEarlyDocuments(): ReadonlyMap<string, object> {
  const taken = new Map(documents);
  documents.clear();
  return taken;
}

setTimeout(() => {
  early?.clear();
  documents.clear();
}, keptMs);
