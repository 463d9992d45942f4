import type { FastifyInstance, FastifyRequest } from 'fastify';
import { keepEvent, type PaymentProvider } from '../modules/billing/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/transaction.ts';

const largestMessageBytes = 1024 * 1024;

/** Messages of the payment provider: stored immediately, followed by a job. */
export async function registerWebhooks(
  app: FastifyInstance,
  {
    db,
    clock,
    payments,
  }: {
    readonly db: Database;
    readonly clock: Clock;
    readonly payments: {
      readonly provider: PaymentProvider | undefined;
      accountFault(): string | undefined;
    };
  },
): Promise<void> {
  const { provider } = payments;
  if (!provider) {
    return;
  }
  // A separate scope: the signature covers the raw bytes, so nothing may parse them before.
  await app.register((hooks, _options, done) => {
    hooks.removeAllContentTypeParsers();
    const options = { parseAs: 'buffer', bodyLimit: largestMessageBytes } as const;
    hooks.addContentTypeParser('*', options, (_request, body, parsed) => parsed(null, body));
    const route = { config: { call: 'webhook' } };
    hooks.post('/webhooks/stripe', route, async (request, reply) => {
      const message = provider.readWebhook(toBytes(request), toSignature(request));
      if (!message) {
        const { id: reqId, address } = request;
        const event = 'webhook-rejected';
        request.securityEvent = event;
        const details = { event, reqId, address, route: request.routeOptions.url };
        request.log.warn(details, 'request refused');
        return reply.code(400).send({ error: 'The signature is missing, wrong or too old.' });
      }
      // Events that are ignored while payments are off are pulled once they are on again.
      if (message !== 'foreign' && payments.accountFault() === undefined) {
        await keepEvent(db, message, clock.now());
      }
      return { received: true };
    });
    done();
  });
}

function toBytes({ body }: FastifyRequest): Buffer {
  return Buffer.isBuffer(body) ? body : Buffer.alloc(0);
}

function toSignature({ headers }: FastifyRequest): string | undefined {
  const signature = headers['stripe-signature'];
  return typeof signature === 'string' ? signature : undefined;
}
