import type { HearthConfig } from '@hearth/contract';
import { sql } from 'kysely';
import { expect } from 'vitest';
import { createSandboxProvider, type PaymentProvider } from '../../src/modules/billing/index.ts';
import type { ProviderEvent } from '../../src/modules/billing/port/payment-provider.ts';
import { openFaultyDatabase, wrapPayments } from '../billing/support/payment-faults.ts';
import { askSandbox, settle } from '../billing/support/payment-scenes.ts';
import { createTestApp, type TestApp } from '../harness/test-app.ts';
import { type Answer, callable } from '../harness/wire-client.ts';
import type { MessageKind } from './actions.ts';
import { type Books, readSandbox } from './books.ts';
import { createHouseholds, type Households } from './households.ts';
import type { Operator } from './operator.ts';
import type { OutsideAction } from './outside-actions.ts';
import { newPlanted, type Planted } from './planted.ts';
import { actInSandbox } from './sandbox/sandbox-outside.ts';
import { withoutWaiting } from './sold-plans.ts';

export type WorldAnswer = Pick<Answer, 'statusCode' | 'body' | 'json'>;

export interface WorldCall {
  readonly data: object;
  readonly idToken: string;
  readonly headers: Record<string, string>;
}

/** Request of a signed-in person's browser to the sandbox; Stripe asks nobody for the token. */
interface BrowserRequest {
  readonly clientSecret: string;
  readonly idToken: string;
}

export interface AskedCard extends BrowserRequest {
  readonly testId: string;
}

export interface BankAnswer extends BrowserRequest {
  readonly success: boolean;
}

/** Where histories take place: the product with its provider, and what only the world outside can do. */
export interface World {
  /** For looking into the database, and for jobs. */
  readonly app: TestApp;
  /** Calls fail by themselves at times, without a fault of ours. */
  readonly isShaky: boolean;
  /** Actions to the product, or behind its back. */
  readonly planted: Planted;
  readonly households?: Households;
  call(name: string, call: WorldCall): Promise<WorldAnswer>;
  readBooks(): Promise<Books>;
  advance(ms: number): Promise<void>;
  /** Does what is due and follows what the provider tells. */
  settle(): Promise<void>;
  /** The browser's part of adding a card. */
  addCard(card: AskedCard): Promise<void>;
  /** The browser's part of the bank's question. */
  answer(answer: BankAnswer): Promise<void>;
  /** Something becomes of one of the newest messages. */
  tamper(how: MessageKind, which: number): Promise<void>;
  /** Acts at the provider as an operator or a bank; false where that was not possible. */
  outside?(action: OutsideAction, projectId: string): Promise<boolean>;
  /** From now on a renewal stays a draft for an hour, or not at all. */
  setDrafts?(isOn: boolean): Promise<void>;
  readonly operator?: Operator;
  /** From now on nothing fails by itself. */
  calm(): Promise<void>;
  close(): Promise<void>;
}

const staleMs = 20 * 60_000;

/** The product with its own sandbox, in which every step can fail. */
export async function openSandboxWorld(
  product: Partial<Pick<HearthConfig, 'plans' | 'billing'>> = {},
): Promise<World> {
  const households = createHouseholds();
  const seams = {
    payments: (real: PaymentProvider) => wrapPayments(households.wrap(real)),
    open: openFaultyDatabase,
  };
  const app = await createTestApp({
    ...seams,
    logger: false,
    product: { billing: withoutWaiting, ...product },
  });
  const planted = newPlanted();
  /** Only what happened can be found out again, not that it was told. */
  const dropped: string[] = [];
  return {
    app,
    isShaky: false,
    planted,
    households,
    call: (name, call) => callable(app, name, call),
    async readBooks() {
      const books = await readSandbox(app, planted.returns);
      return { ...books, events: books.events.filter(({ id }) => !dropped.includes(id)) };
    },
    advance: async (ms) => app.clock.advance(ms),
    settle: () => settle(app),
    async addCard({ clientSecret, testId, idToken }) {
      const card = { ...cardOf(testId), client_secret: clientSecret };
      await askSandbox(app, 'setups', { ...card, idToken });
    },
    async answer({ clientSecret, success, idToken }) {
      await askSandbox(app, 'challenges', { client_secret: clientSecret, success, idToken });
    },
    async tamper(how, which) {
      if (how === 'dropped') {
        dropped.push(...(await drop(app, which)));
      } else {
        await post(app, how, which);
      }
    },
    outside: (action, projectId) => actInSandbox({ app, planted }, action, projectId),
    calm: async () => undefined,
    close: () => app.close(),
  };
}

const numbers: Readonly<Record<string, string>> = {
  pm_card_visa: '4242424242424242',
  pm_card_mastercard: '5555555555554444',
  pm_card_chargeCustomerFail: '4000000000000341',
};

/** Card as a person types it. */
export const cardOf = (testId: string) => ({
  number: numbers[testId],
  exp_month: 12,
  exp_year: 2999,
  cvc: '123',
  name: '',
});

/** Taken as delivered, and lost. */
async function drop({ db }: TestApp, which: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    update sandbox.events set delivered_at = created_at
    where id = (select id from sandbox.events where delivered_at is null
      order by sequence desc offset ${which} limit 1) returning id`.execute(db);
  return rows.map(({ id }) => id);
}

async function post(app: TestApp, how: MessageKind, which: number): Promise<void> {
  const { rows } = await sql<ProviderEvent>`
    select id, type, customer_id as "customerId", created_at as "createdAt"
    from sandbox.events order by sequence desc offset ${which} limit 1`.execute(app.db);
  const event = rows[0];
  if (!event) {
    return;
  }
  const { db, config } = app;
  const age = how === 'stale' ? staleMs : 0;
  const clock = { now: () => new Date(app.clock.now().getTime() - age) };
  const { publicUrl, secretKey } = config;
  const signer = createSandboxProvider({ db, clock, plans: [], publicUrl, secretKey });
  const { body, signature } = signer.signEvent(event);
  const given = how === 'forged' ? signature.replace(/.$/, 'x') : signature;
  const headers = { 'content-type': 'application/json', 'stripe-signature': given };
  const request = { method: 'POST', url: '/webhooks/sandbox', headers, payload: body } as const;
  const answer = await app.server.inject(request);
  expect(answer.statusCode, how).toBe(how === 'again' ? 200 : 400);
}
