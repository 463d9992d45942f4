import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Answered {
  data?: readonly { readonly status: string; readonly object?: string }[];
  readonly latest_invoice?: { status: string } | string | null;
}

/** Stands before the stand-in, and does what Stripe does and that does not. */
export interface RoughStripe {
  readonly url: string;
  /** Makes another answer of everything that is read. */
  changeAnswer: ((answer: Answered) => void) | undefined;
  /** Happens once, at the moment at which an invoice is to be voided. */
  beforeVoid: (() => Promise<void>) | undefined;
  close(): void;
}

export async function openRoughStripe(standInUrl: string): Promise<RoughStripe> {
  const removed = new Set<string>();
  const server = createServer(async (request, response) => {
    const target = new URL(request.url ?? '', standInUrl);
    const { status, found } =
      answerForRemoved(request, target, removed) ?? (await answerRoughly(request, target, rough));
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(JSON.stringify(found));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const rough: RoughStripe = {
    url: `http://127.0.0.1:${port}`,
    changeAnswer: undefined,
    beforeVoid: undefined,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
  return rough;
}

interface RoughAnswer {
  readonly status: number;
  readonly found: object;
}

/** The stand-in breaks over a customer who was removed. */
function answerForRemoved(
  { method }: IncomingMessage,
  { pathname }: URL,
  removed: Set<string>,
): RoughAnswer | undefined {
  const [, id = ''] = /^\/v1\/customers\/(\w+)$/.exec(pathname) ?? [];
  if (method === 'DELETE') {
    removed.add(id);
  }
  return method === 'GET' && removed.has(id)
    ? { status: 200, found: { id, object: 'customer', deleted: true } }
    : undefined;
}

async function answerRoughly(
  request: IncomingMessage,
  target: URL,
  rough: RoughStripe,
): Promise<RoughAnswer> {
  const isList =
    request.method === 'GET' &&
    target.pathname === '/v1/subscriptions' &&
    !target.searchParams.has('status');
  if (isList) {
    target.searchParams.set('status', 'all');
  }
  if (target.pathname.endsWith('/void')) {
    await happenOnce(rough);
  }
  const answer = await passOn(request, target);
  const found = (await answer.json()) as Answered;
  if (isList) {
    keepExpired(found);
  }
  rough.changeAnswer?.(found);
  return { status: answer.status, found };
}

async function happenOnce(rough: RoughStripe): Promise<void> {
  const happen = rough.beforeVoid;
  rough.beforeVoid = undefined;
  await happen?.();
}

const passedHeaders = ['authorization', 'stripe-version', 'idempotency-key', 'content-type'];

async function passOn(request: IncomingMessage, target: URL): Promise<Response> {
  const headers = passedHeaders.flatMap((name): [string, string][] => {
    const value = request.headers[name];
    return typeof value === 'string' ? [[name, value]] : [];
  });
  const { method = 'GET' } = request;
  const body = Buffer.concat(await request.toArray());
  return await fetch(target, { method, headers, ...(method === 'POST' && { body }) });
}

/** Only those that were canceled leave the list. */
function keepExpired(list: Answered): void {
  list.data = list.data?.filter(({ status }) => status !== 'canceled') ?? [];
}
