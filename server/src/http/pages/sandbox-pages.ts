import { languages } from '@hearth/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../../config/config.ts';
import {
  asRefusals,
  createSandboxCalls,
  hasReceipt,
  ProviderRefusal,
  pricedPlanOfInvoice,
  renderHostedInvoice,
  renderInvoicePdf,
  type SandboxProvider,
} from '../../modules/billing/index.ts';
import { bearerToken } from '../bearer-token.ts';
import { noteCaller, toClient } from '../client.ts';
import type { Execute } from '../execute.ts';

interface SandboxParts {
  readonly config: Config;
  readonly execute: Execute;
  readonly payments: { readonly sandbox: SandboxProvider | undefined };
  /** Stores the sandbox's new events immediately, instead of at the next minute. */
  readonly followSandbox: () => Promise<void>;
}

/** Anyone with the address may read the page; it holds no script. */
const invoicePolicy = (pictures: string) =>
  `default-src 'none'; ${pictures}style-src 'unsafe-inline'; frame-ancestors 'none'`;

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
  const find = async (request: FastifyRequest) => {
    const { secret } = request.params as { readonly secret: string };
    const invoice = await asRefusals(() => sandbox.findHostedInvoice(secret));
    return { invoice, ...toReading(request, config) };
  };
  app.get('/sandbox/invoices/:secret', route, async (request, reply) =>
    sendPage(reply, await find(request)),
  );
  for (const document of ['pdf', 'receipt'] as const) {
    app.get(`/sandbox/invoices/:secret/${document}`, route, async (request, reply) =>
      sendPdf(reply, { ...(await find(request)), document }),
    );
  }

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

/** Language, seller and plan names for the reader of an invoice. */
function toReading(request: FastifyRequest, { product, brand, texts }: Config) {
  const { lng } = request.query as { readonly lng?: unknown };
  const language = languages.find((one) => one === lng) ?? toClient(request).language ?? 'en';
  const { productName, seller = { name: productName, address: [] } } = product;
  const planName = (priceId: string) => {
    const priced = pricedPlanOfInvoice(product, [priceId]);
    return priced && texts[language][priced.plan.titleKey];
  };
  return { language, productName, brand, seller, planName };
}

type Page = Parameters<typeof renderHostedInvoice>[0];

function sendPage(reply: FastifyReply, page: Page): FastifyReply {
  return reply
    .code(page.invoice ? 200 : 404)
    .header('cache-control', 'no-store')
    .header('content-security-policy', invoicePolicy(page.brand?.logo ? "img-src 'self'; " : ''))
    .type('text/html; charset=utf-8')
    .send(renderHostedInvoice(page));
}

async function sendPdf(
  reply: FastifyReply,
  { document, ...page }: Page & { readonly document: 'pdf' | 'receipt' },
): Promise<FastifyReply> {
  const { invoice } = page;
  if (!invoice || (document === 'receipt' && !hasReceipt(invoice))) {
    return sendPage(reply, { ...page, invoice: undefined });
  }
  const kind = document === 'receipt' ? 'receipt' : 'invoice';
  const name = `${kind}-${invoice.number}.pdf`;
  return reply
    .header('cache-control', 'no-store')
    .header('content-disposition', `inline; filename="${name}"`)
    .type('application/pdf')
    .send(Buffer.from(await renderInvoicePdf({ ...page, invoice, kind })));
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
