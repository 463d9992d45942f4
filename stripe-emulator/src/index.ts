import { createBundle } from './bundle.ts';
import { Engine } from './engine.ts';
import { customers } from './resources/customers.ts';
import type { Store } from './store/store.ts';
import { Wire } from './wire/serve.ts';
import { shapes } from './wire/shapes.ts';

export { createMemoryStore } from './store/memory.ts';

export interface EmulatorOptions {
  store: Store;
  /** Milliseconds, as of `Date.now`. */
  clock?: () => number;
  /** Ids follow from it: the same calls give the same ids. */
  seed?: string;
}

/** Stripe's API as a function with the signature of the Web's `fetch`. */
export function createEmulator({ store, clock = Date.now, seed = 'emulator' }: EmulatorOptions) {
  const bundle = createBundle([customers]);
  const seconds = () => Math.floor(clock() / 1000);
  const { apiVersion } = shapes;
  const engine = new Engine({ store, clock: seconds, seed, apiVersion, bundle });
  const wire = new Wire({ store, engine, bundle });

  async function answer(input: string | URL | Request, init?: RequestInit): Promise<Response> {
    const request = new Request(input, init);
    const reply = await wire.serve({
      method: request.method,
      url: new URL(request.url),
      headers: request.headers,
      body: await request.text(),
    });
    return new Response(reply.body, { status: reply.status, headers: reply.headers });
  }

  return {
    fetch: (input: string | URL | Request, init?: RequestInit) =>
      untilAborted(answer(input, init), init?.signal),
  };
}

/** The request goes on when nobody waits for it any more, as it does at Stripe. */
async function untilAborted<T>(work: Promise<T>, signal?: AbortSignal | null): Promise<T> {
  if (!signal) {
    return work;
  }
  signal.throwIfAborted();
  const aborted = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
  return Promise.race([work, aborted]);
}
