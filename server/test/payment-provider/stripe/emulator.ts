import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createEmulator, createMemoryStore } from '@hearth/stripe-emulator';
import { serve } from '@hearth/stripe-emulator/serve';
import type { Payer } from '../contract/suite.ts';

export const pinnedVersion = '2026-10-28.endive';

/** One request as the emulator has seen it. */
export interface SeenRequest {
  readonly method: string;
  readonly path: string;
  readonly idem?: string;
  readonly version?: string;
  readonly status?: number;
  readonly error?: string;
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

/** The Stripe emulator on a port, and what only the world outside can do there. */
export interface StripeEmulator {
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

export async function startEmulator(): Promise<StripeEmulator> {
  const seed = JSON.parse(await readFile(join(import.meta.dirname, 'seed.json'), 'utf8'));
  const running = createEmulator({ store: createMemoryStore(), seed });
  const server = await serve(running, 0);
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;
  const control = async (route: string, body: object) => {
    // Renewals are charged without their hour as a draft, unless a test is about that hour.
    const { cfg } = { cfg: {}, ...body };
    const all = route === 'reset' ? { cfg: { draftMinutes: 0, ...cfg } } : body;
    const answer = await fetch(`${url}/_control/${route}`, {
      method: 'POST',
      body: JSON.stringify(all),
    });
    if (!answer.ok) {
      throw new Error(`Emulator, ${route}: ${await answer.text()}`);
    }
  };
  await control('config', { draftMinutes: 0 });
  return {
    url,
    control,
    async advance(ms) {
      await control('advance', { seconds: Math.ceil(ms / 1_000) });
    },
    addFault: (fault) => control('fault', fault),
    async requests() {
      const answer = await fetch(`${url}/_control/requests`);
      return (await answer.json()) as SeenRequest[];
    },
    async stop() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
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
