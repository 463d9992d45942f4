import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Answered {
  data?: readonly { readonly status: string; readonly object?: string }[];
  readonly latest_invoice?: { status: string } | string | null;
}

/** Proxy before the emulator that answers as Stripe does where the emulator differs. */
export interface StripeProxy {
  readonly url: string;
  /** Makes another answer of everything that is read. */
  changeAnswer: ((answer: Answered) => void) | undefined;
  /** Happens once, at the moment at which an invoice is to be voided. */
  beforeVoid: (() => Promise<void>) | undefined;
  close(): void;
}

export async function openStripeProxy(emulatorUrl: string): Promise<StripeProxy> {
  const removed = new Set<string>();
  const server = createServer(async (request, response) => {
    const target = new URL(request.url ?? '', emulatorUrl);
    const { status, found } =
      answerForRemoved(request, target, removed) ??
      (await answerLikeStripe(request, target, proxy));
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(JSON.stringify(found));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const proxy: StripeProxy = {
    url: `http://127.0.0.1:${port}`,
    changeAnswer: undefined,
    beforeVoid: undefined,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
  return proxy;
}

interface ProxyAnswer {
  readonly status: number;
  readonly found: object;
}

/** The emulator breaks over a customer who was removed. */
function answerForRemoved(
  { method }: IncomingMessage,
  { pathname }: URL,
  removed: Set<string>,
): ProxyAnswer | undefined {
  const [, id = ''] = /^\/v1\/customers\/(\w+)$/.exec(pathname) ?? [];
  if (method === 'DELETE') {
    removed.add(id);
  }
  return method === 'GET' && removed.has(id)
    ? { status: 200, found: { id, object: 'customer', deleted: true } }
    : undefined;
}

async function answerLikeStripe(
  request: IncomingMessage,
  target: URL,
  proxy: StripeProxy,
): Promise<ProxyAnswer> {
  const isList =
    request.method === 'GET' &&
    target.pathname === '/v1/subscriptions' &&
    !target.searchParams.has('status');
  if (isList) {
    target.searchParams.set('status', 'all');
  }
  if (target.pathname.endsWith('/void')) {
    await happenOnce(proxy);
  }
  const answer = await passOn(request, target);
  const found = (await answer.json()) as Answered;
  if (isList) {
    keepExpired(found);
  }
  proxy.changeAnswer?.(found);
  return { status: answer.status, found };
}

async function happenOnce(proxy: StripeProxy): Promise<void> {
  const happen = proxy.beforeVoid;
  proxy.beforeVoid = undefined;
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
