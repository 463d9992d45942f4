import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Stands before the emulator, which pauses no collection, and says so of the subscriptions that are paused. */
export interface PausingStripe {
  readonly url: string;
  readonly paused: Set<string>;
  close(): void;
}

export async function openPausingStripe(emulatorUrl: string): Promise<PausingStripe> {
  const paused = new Set<string>();
  const server = createServer((request, response) => {
    passOn(request, response, { emulatorUrl, paused }).catch(() => response.destroy());
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    paused,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

const passedHeaders = ['authorization', 'stripe-version', 'idempotency-key', 'content-type'];
const answeredHeaders = ['content-type', 'request-id', 'idempotent-replayed', 'retry-after'];

async function passOn(
  request: IncomingMessage,
  response: ServerResponse,
  { emulatorUrl, paused }: { readonly emulatorUrl: string; readonly paused: Set<string> },
): Promise<void> {
  const { method = 'GET', url = '/' } = request;
  const body = Buffer.concat(await request.toArray());
  const answer = await fetch(new URL(url, emulatorUrl), {
    method,
    headers: passedHeaders.flatMap((name): [string, string][] => {
      const value = request.headers[name];
      return typeof value === 'string' ? [[name, value]] : [];
    }),
    ...(body.length > 0 && { body }),
  });
  const text = await answer.text();
  const headers = answeredHeaders.flatMap((name): [string, string][] => {
    const value = answer.headers.get(name);
    return value === null ? [] : [[name, value]];
  });
  response.writeHead(answer.status, Object.fromEntries(headers));
  response.end(paused.size > 0 ? JSON.stringify(sayPaused(JSON.parse(text), paused)) : text);
}

interface Answered {
  readonly id?: string;
  readonly object?: string;
  readonly data?: readonly Answered[];
}

function sayPaused(answered: Answered, paused: Set<string>): Answered {
  if (Array.isArray(answered.data)) {
    return { ...answered, data: answered.data.map((one) => sayPaused(one, paused)) };
  }
  return answered.object === 'subscription' && paused.has(answered.id ?? '')
    ? Object.assign(answered, { pause_collection: { behavior: 'void', resumes_at: null } })
    : answered;
}
