import { languages } from '@hearth/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../config/config.ts';
import {
  asRefusals,
  createSandboxCalls,
  ProviderRefusal,
  pricedPlanOfInvoice,
  renderHostedInvoice,
  type SandboxProvider,
} from '../modules/billing/index.ts';
import { bearerToken } from './bearer-token.ts';
import { noteCaller, toClient } from './client.ts';
import type { Execute } from './execute.ts';

interface SandboxParts {
  readonly config: Config;
  readonly execute: Execute;
  readonly payments: { readonly sandbox: SandboxProvider | undefined };
  /** Stores the sandbox's new events immediately, instead of at the next minute. */
  readonly followSandbox: () => Promise<void>;
}

/** Anyone with the address may read the page; it holds no script. */
const invoicePolicy = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'";

/** Plays Stripe's script for the sandbox: cards, setups, the bank's question. */
export async function registerSandbox(
  app: FastifyInstance,
  { config, execute, payments, followSandbox }: SandboxParts,
): Promise<void> {
  const { sandbox } = payments;
  if (!sandbox) {
    return;
  }

  /** The action is done, so it is answered as done. Events that are not read now are read within a minute. */
  async function follow({ log }: FastifyRequest): Promise<void> {
    try {
      await followSandbox();
    } catch (error) {
      log.error({ err: error }, 'sandbox events deferred');
    }
  }

  const route = { config: { call: 'sandbox' } };
  app.get('/sandbox/invoices/:secret', route, async (request, reply) => {
    const { secret } = request.params as { readonly secret: string };
    const { lng } = request.query as { readonly lng?: unknown };
    const invoice = await asRefusals(() => sandbox.findHostedInvoice(secret));
    const chosen = languages.find((one) => one === lng);
    const language = chosen ?? toClient(request).language ?? 'en';
    const { productName, seller = { name: productName, address: [] } } = config.product;
    const planName = (priceId: string) => {
      const priced = pricedPlanOfInvoice(config.product, [priceId]);
      return priced && config.texts[language][priced.plan.titleKey];
    };
    return reply
      .code(invoice ? 200 : 404)
      .header('cache-control', 'no-store')
      .header('content-security-policy', invoicePolicy)
      .type('text/html; charset=utf-8')
      .send(renderHostedInvoice({ invoice, language, productName, seller, planName }));
  });

  for (const operation of Object.values(createSandboxCalls(sandbox.browser))) {
    const { path, method } = operation.entry;
    app.route({
      ...route,
      method,
      url: path,
      handler: (request, reply) =>
        answer(reply, async () => {
          const answered = await execute(operation, {
            idToken: bearerToken(request),
            input: request.body,
            client: toClient(request),
            onCaller: noteCaller(request),
          });
          await follow(request);
          return answered;
        }),
    });
  }
}

/** A card that is refused is said in the sandbox's sentence, as Stripe's script would. */
async function answer(reply: FastifyReply, work: () => Promise<unknown>): Promise<unknown> {
  reply.header('cache-control', 'no-store');
  return await asRefusals(async () => {
    try {
      return await work();
    } catch (error) {
      if (error instanceof ProviderRefusal) {
        return reply.code(400).send({ error: { message: error.message } });
      }
      throw error;
    }
  });
}
