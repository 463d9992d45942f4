import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import type { Config } from '../config.ts';
import {
  asRefusals,
  ProviderRefusal,
  renderHostedInvoice,
  type SandboxProvider,
} from '../modules/billing/index.ts';
import { toClient } from './client.ts';
import { parseInput } from './parse-input.ts';

interface SandboxParts {
  readonly config: Config;
  readonly payments: { readonly sandbox: SandboxProvider | undefined };
  /** Takes up what happened at the sandbox, so that nobody waits for the next minute. */
  readonly followSandbox: () => Promise<void>;
}

const text = z.string().check(z.maxLength(200));
const card = z.strictObject({
  number: text,
  exp_month: z.int(),
  exp_year: z.int(),
  cvc: text,
  name: text,
});
const setup = z.extend(card, { client_secret: text });
const challenge = z.strictObject({ client_secret: text, success: z.boolean() });

/** Whoever knows the address may read it; it holds no script. */
const invoicePolicy = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'";

type CardForm = z.infer<typeof card>;

/** What Stripe's script does in the browser, for the sandbox: cards, setups, the bank's question. */
export async function registerSandbox(
  app: FastifyInstance,
  { config, payments, followSandbox }: SandboxParts,
): Promise<void> {
  const { sandbox } = payments;
  if (!sandbox) {
    return;
  }
  const { browser } = sandbox;

  /** What is done is answered as done: events that are not taken up now are in the next minute. */
  async function follow({ log }: FastifyRequest): Promise<void> {
    try {
      await followSandbox();
    } catch (error) {
      log.error({ err: error }, 'what happened at the sandbox is taken up later');
    }
  }

  app.get('/sandbox/invoices/:secret', async (request, reply) => {
    const { secret } = request.params as { readonly secret: string };
    const invoice = await asRefusals(() => sandbox.findHostedInvoice(secret));
    const language = toClient(request).language ?? 'en';
    const { productName } = config.product;
    return reply
      .code(invoice ? 200 : 404)
      .header('cache-control', 'no-store')
      .header('content-security-policy', invoicePolicy)
      .type('text/html; charset=utf-8')
      .send(renderHostedInvoice({ invoice, language, productName }));
  });

  app.post('/sandbox/cards', (request, reply) =>
    answer(reply, async () => {
      const form = parseInput(card, request.body) as CardForm;
      return { id: await browser.createCard(toTyped(form)) };
    }),
  );
  app.post('/sandbox/setups', (request, reply) =>
    answer(reply, async () => {
      const form = parseInput(setup, request.body) as z.infer<typeof setup>;
      const id = await browser.createCard(toTyped(form));
      const outcome = await browser.completeSetup(form.client_secret, id);
      await follow(request);
      return { id, outcome };
    }),
  );
  app.post('/sandbox/challenges', (request, reply) =>
    answer(reply, async () => {
      const form = parseInput(challenge, request.body) as z.infer<typeof challenge>;
      const outcome = await browser.answerChallenge(form.client_secret, form.success);
      await follow(request);
      return { outcome };
    }),
  );
}

function toTyped({ number, exp_month, exp_year, cvc, name }: CardForm) {
  return { number, expMonth: exp_month, expYear: exp_year, cvc, holder: name };
}

/** A card that is refused is said in the sandbox's sentence, as Stripe's script would. */
async function answer(reply: FastifyReply, work: () => Promise<object>): Promise<object> {
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
