import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { freePort } from '../../harness/free-port.ts';
import type { Payer } from '../contract/suite.ts';

const root = join(import.meta.dirname, '../../../..');
const folder = join(root, '../shared/tools/stripe-stand-in');
const startUpMs = 50_000;

export const pinnedVersion = '2026-10-28.endive';

/** One request as the stand-in has seen it. */
export interface SeenRequest {
  readonly method: string;
  readonly path: string;
  readonly idem?: string;
  readonly version?: string;
  readonly status?: number;
  readonly error?: string;
  readonly replayed?: boolean;
  readonly params?: Readonly<Record<string, unknown>>;
}

export interface Fault {
  /** Such as `POST /v1/subscriptions$`, a regular expression. */
  readonly match: string;
  readonly kind: 'rate_limit' | 'lock' | 'error' | 'drop' | 'drop_after' | 'delay' | 'card';
  readonly times?: number;
  readonly ms?: number;
  /** Status of an `error`; 500 where it is left out. */
  readonly status?: number;
}

/** A server with the shapes of Stripe's API, and what only the world outside can do there. */
export interface StripeStandIn {
  readonly url: string;
  /** POST of a control route. */
  control(route: string, body: object): Promise<void>;
  /** Moves its clock; what falls due happens at its own time. */
  advance(ms: number): Promise<void>;
  addFault(fault: Fault): Promise<void>;
  requests(): Promise<readonly SeenRequest[]>;
  stop(): Promise<void>;
}

/** Settings of a product that takes its money there. */
export const stripeEnvironment = (apiBase: string, webhookSecret = 'whsec_test') => ({
  HEARTH_MODE: 'local',
  PAYMENT_PROVIDER: 'stripe',
  STRIPE_SECRET_KEY: 'sk_test_anything',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_anything',
  STRIPE_WEBHOOK_SECRET: webhookSecret,
  STRIPE_API_BASE: apiBase,
});

/** Stands beside the repository where the product is developed; not elsewhere. */
export const hasStandIn = existsSync(join(folder, 'start.sh'));

export async function startStandIn(): Promise<StripeStandIn> {
  const spec = await describeApi();
  const port = await freePort();
  const seed = join(folder, 'seed.example.json');
  const child = spawn(
    process.execPath,
    [join(folder, 'strict-stripe.mjs'), '--spec', spec, '--port', String(port), '--seed', seed],
    { stdio: ['ignore', 'ignore', 'inherit'] },
  );
  const url = `http://127.0.0.1:${port}`;
  await untilAnswering(child, url);
  const control = async (route: string, body: object) => {
    const answer = await fetch(`${url}/_control/${route}`, {
      method: 'POST',
      body: JSON.stringify(body),
    });
    if (!answer.ok) {
      throw new Error(`Stand-in, ${route}: ${await answer.text()}`);
    }
  };
  return {
    url,
    control,
    async advance(ms) {
      await control('advance', { seconds: Math.ceil(ms / 1_000) });
      await expireChanges(url);
    },
    addFault: (fault) => control('fault', fault),
    async requests() {
      const answer = await fetch(`${url}/_control/requests`);
      return (await answer.json()) as SeenRequest[];
    },
    async stop() {
      if (child.exitCode === null && child.signalCode === null) {
        const ended = once(child, 'exit');
        child.kill();
        await ended;
      }
    },
  };
}

/** Shapes of the API by the installed SDK; deriving them takes seconds, so they are kept for each version of both. */
async function describeApi(): Promise<string> {
  const sdk = join(root, 'node_modules/stripe');
  const generator = join(folder, 'gen-spec.mjs');
  const hash = createHash('sha256');
  for (const file of [join(sdk, 'package.json'), generator]) {
    hash.update(await readFile(file));
  }
  const cache = join(root, '.cache');
  const spec = join(cache, `stripe-api-${hash.digest('hex').slice(0, 16)}.json`);
  if (!existsSync(spec)) {
    await mkdir(cache, { recursive: true });
    // Two files of tests may both begin; each has it whole once it is renamed.
    const unfinished = `${spec}.${randomUUID()}`;
    await promisify(execFile)(process.execPath, [generator, sdk, unfinished]);
    await rename(unfinished, spec);
  }
  return spec;
}

interface OpenSetup {
  readonly url: string;
  readonly secretKey: string;
  readonly clientSecret: string;
}

/** A request that our provider does not send, such as one of the dashboard; answers the object's id. */
export async function send(
  url: string,
  path: string,
  params: Readonly<Record<string, string>> = {},
  key?: string,
): Promise<string> {
  const answer = await fetch(`${url}${path}`, {
    method: 'POST',
    headers: { ...headersOf('sk_test_anything'), ...(key && { 'idempotency-key': key }) },
    body: new URLSearchParams(params),
  });
  if (!answer.ok) {
    throw new Error(`POST ${path}: ${await answer.text()}`);
  }
  const { id } = (await answer.json()) as { id: string };
  return id;
}

interface StripeCustomer {
  readonly email: string;
  readonly name: string | null;
  readonly phone: string | null;
  readonly address: Readonly<Record<string, string | null>> | null;
}

export async function readPayer(
  { url, secretKey }: Pick<OpenSetup, 'url' | 'secretKey'>,
  customerId: string,
): Promise<Payer> {
  const answer = await fetch(`${url}/v1/customers/${customerId}`, {
    headers: headersOf(secretKey),
  });
  const { email, name, phone, address } = (await answer.json()) as StripeCustomer;
  const { line1, line2, city, state, postal_code, country } = address ?? {};
  const written = {
    line1: line1 ?? '',
    line2: line2 ?? '',
    city: city ?? '',
    state: state ?? '',
    postalCode: postal_code ?? '',
    country: country ?? '',
  };
  const details = { name: name ?? '', phone: phone ?? '', address: written };
  return { email, details: address && details };
}

/** Adds a Mastercard to the setup's customer, as Stripe's script in the browser does. */
export async function confirmSetup({ url, secretKey, clientSecret }: OpenSetup): Promise<void> {
  const [id] = clientSecret.split('_secret_');
  const answer = await fetch(`${url}/v1/setup_intents/${id}/confirm`, {
    method: 'POST',
    headers: headersOf(secretKey),
    body: new URLSearchParams({ payment_method: 'pm_card_mastercard' }),
  });
  if (!answer.ok) {
    throw new Error(`The setup ${id} cannot be confirmed: ${await answer.text()}`);
  }
}

function headersOf(secretKey: string): Record<string, string> {
  return {
    authorization: `Bearer ${secretKey}`,
    'stripe-version': pinnedVersion,
    'idempotency-key': randomUUID(),
  };
}

interface KeptObject {
  readonly id: string;
  readonly object: string;
  readonly status?: string;
  readonly latest_invoice?: string;
  readonly pending_update?: { readonly expires_at: number } | null;
}

/** Stripe voids the invoice of a plan change that has waited too long; the stand-in forgets to. */
async function expireChanges(url: string): Promise<void> {
  const objects = (await (await fetch(`${url}/_control/state`)).json()) as KeptObject[];
  const { now } = (await (
    await fetch(`${url}/_control/advance`, { method: 'POST', body: '{"seconds":0}' })
  ).json()) as { now: number };
  const open = objects.filter(({ object, status }) => object === 'invoice' && status === 'open');
  const late = objects.filter(
    ({ pending_update }) => (pending_update?.expires_at ?? now + 1) <= now,
  );
  for (const { id } of open.filter((one) => late.some((sub) => sub.latest_invoice === one.id))) {
    await fetch(`${url}/v1/invoices/${id}/void`, {
      method: 'POST',
      headers: headersOf('sk_test_anything'),
    });
  }
}

async function untilAnswering(child: ChildProcess, url: string): Promise<void> {
  for (const deadline = Date.now() + startUpMs; Date.now() < deadline; await sleep(100)) {
    const answer = await fetch(`${url}/_control/selfcheck`).catch(() => undefined);
    if (answer?.ok) {
      return;
    }
    if (child.exitCode !== null) {
      break;
    }
  }
  child.kill();
  throw new Error('The stand-in for Stripe does not start.');
}
