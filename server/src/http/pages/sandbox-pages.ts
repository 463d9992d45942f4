import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import {
  asRefusals,
  ProviderUnavailable,
  type Sandbox,
  sandboxBuckets,
  sandboxPath,
} from '../../modules/billing/index.ts';
import type { RateLimits } from '../../platform/rate-limits.ts';
import type { Database } from '../../platform/transaction.ts';

/** Addresses that browsers ask of Stripe's hosts. Nobody outside this process reaches the emulator's others. */
const addresses = [
  'GET /stripe.js',
  'POST /v1/payment_methods',
  'GET /v1/setup_intents/:id',
  'POST /v1/setup_intents/:id/confirm',
  'GET /v1/payment_intents/:id',
  'POST /v1/payment_intents/:id/confirm',
  'POST /_browser/authenticate',
  'GET /i/acct/:id',
  'GET /invoice/acct/:id/pdf',
  'GET /receipts/payment/:id',
  'GET /credit_notes/acct/:id/pdf',
] as const;

/** A page of an invoice takes a payment with the script for cards, which stands beside it. */
const paperPolicy = [
  `default-src 'none'`,
  `script-src 'self' 'unsafe-inline'`,
  `style-src 'self' 'unsafe-inline'`,
  `connect-src 'self'`,
  `frame-ancestors 'none'`,
].join('; ');

const largestFormBytes = 64 * 1024;
const tooMany = {
  error: { type: 'invalid_request_error', code: 'rate_limit', message: 'Too many requests.' },
};

/** Serves the emulator at the addresses at which browsers would reach Stripe: its script, cards, the bank's dialog, invoices. */
export async function registerSandbox(
  app: FastifyInstance,
  {
    db,
    limits,
    payments: { sandbox },
  }: {
    readonly db: Database;
    readonly limits: RateLimits;
    readonly payments: { readonly sandbox: Sandbox | undefined };
  },
): Promise<void> {
  if (!sandbox) {
    return;
  }
  // A separate scope: the emulator reads the forms itself, as the SDK's.
  await app.register((pages, _options, done) => {
    pages.removeAllContentTypeParsers();
    const options = { parseAs: 'string', bodyLimit: largestFormBytes } as const;
    pages.addContentTypeParser('*', options, (_request, body, parsed) => parsed(null, body));
    for (const address of addresses) {
      const [method = '', path = ''] = address.split(' ');
      pages.route({
        method,
        url: sandboxPath + path,
        config: { call: 'sandbox' },
        async handler(request, reply) {
          const { id = '' } = request.params as { readonly id?: string };
          // An id with a slash would lead to another address of the emulator.
          if (/\W/.test(id)) {
            return reply.callNotFound();
          }
          reply.header('cache-control', 'no-store');
          if (method === 'POST' && !(await limits.take(db, sandboxBuckets(request.address)))) {
            return reply.code(429).send(tooMany);
          }
          const answered = await asRefusals(() => ask(sandbox, request));
          return await answer(reply, answered);
        },
      });
    }
    done();
  });
}

/** The person is told to come back whatever the reason of a failure, as when Stripe is away. */
async function ask(sandbox: Sandbox, request: FastifyRequest): Promise<Response> {
  try {
    return await sandbox.fetch(request.url.slice(sandboxPath.length), toInit(request));
  } catch (cause) {
    throw new ProviderUnavailable('The sandbox does not answer.', { cause });
  }
}

function toInit({ method, headers, body }: FastifyRequest): RequestInit {
  const { authorization = '', 'accept-language': language = '' } = headers;
  return {
    method,
    headers: {
      // Secret keys are of no use from outside, not even the emulator's.
      ...(/^Bearer pk_/.test(authorization) && { authorization }),
      'accept-language': language,
      'content-type': 'application/x-www-form-urlencoded',
    },
    ...(typeof body === 'string' && { body }),
  };
}

async function answer(reply: FastifyReply, response: Response): Promise<FastifyReply> {
  const type = response.headers.get('content-type') ?? '';
  if (type.startsWith('text/html')) {
    reply.header('content-security-policy', paperPolicy);
  }
  return reply
    .code(response.status)
    .type(type)
    .send(Buffer.from(await response.arrayBuffer()));
}
