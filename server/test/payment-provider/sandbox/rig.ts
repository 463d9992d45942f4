import { sql } from 'kysely';
import { inject } from 'vitest';
import {
  createSandboxProvider,
  type SandboxPlan,
  type SandboxProvider,
} from '../../../src/modules/billing/providers/sandbox/index.ts';
import { openDatabase } from '../../../src/platform/database.ts';
import type { Database } from '../../../src/platform/transaction.ts';
import { at, copyDatabase, dropDatabase } from '../../harness/postgres.ts';
import type { Payer, ProviderRig } from '../contract/suite.ts';

const plan = (
  name: string,
  priceIds: readonly string[],
  frequency: SandboxPlan['frequency'],
  total: SandboxPlan['total'],
): SandboxPlan => {
  // The emulator has no tax behavior on weekly prices.
  const tax = total.currency === 'eur' ? ('inclusive' as const) : ('exclusive' as const);
  return { name, priceIds, frequency, total, ...(frequency !== 'week' && { tax }) };
};
const usd = (amount: number) => ({ amount, currency: 'usd' });
const eur = (amount: number) => ({ amount, currency: 'eur' });
const extra = (name: string, frequency: string) => [
  `price_${name}_${frequency}`,
  `price_${name}_extra_${frequency}`,
];

/** Sold as the Stripe emulator sells them. */
export const sandboxPlans: readonly SandboxPlan[] = [
  plan('Free', ['price_free_week'], 'week', usd(0)),
  plan('Pro', ['price_pro_week'], 'week', usd(1_000)),
  plan('Enterprise', extra('enterprise', 'week'), 'week', usd(3_000)),
  plan('Pro', ['price_pro_month'], 'month', usd(4_000)),
  plan('Pro', ['price_pro_year'], 'year', usd(40_000)),
  plan('Pro', ['price_pro_month_eur'], 'month', eur(3_900)),
  plan('Pro', ['price_pro_year_eur'], 'year', eur(39_000)),
  plan('Enterprise', extra('enterprise', 'month'), 'month', usd(12_000)),
  plan('Enterprise', extra('enterprise', 'year'), 'year', usd(120_000)),
];

export interface OpenSandbox {
  readonly provider: SandboxProvider;
  readonly db: Database;
  readonly clock: { now(): Date; advance(ms: number): void };
  close(): Promise<void>;
}

/** The sandbox as the contract suite wants it. */
export interface SandboxRig extends ProviderRig {
  readonly provider: SandboxProvider;
  readonly db: Database;
  readonly clock: OpenSandbox['clock'];
}

export async function openSandboxRig(): Promise<SandboxRig> {
  const { provider, db, clock, close } = await openSandbox();
  return {
    provider,
    db,
    clock,
    close,
    async readPayer(customerId) {
      const { rows } = await sql<Payer>`
        select email, details from sandbox.customers where id = ${customerId}`.execute(db);
      return rows[0] ?? { email: '', details: null };
    },
    now: async () => clock.now(),
    async advance(ms) {
      clock.advance(ms);
      await provider.runDue(clock.now());
    },
    async authenticate(clientSecret, success) {
      await provider.browser.answerChallenge(clientSecret, success);
    },
    async refund(invoiceId, amount) {
      await provider.dashboard.refund(invoiceId, amount);
      return () => provider.dashboard.refund(invoiceId, -amount);
    },
    async forgetAll() {
      await sql`truncate sandbox.customers, sandbox.events, sandbox.keys cascade`.execute(db);
    },
    dispute: (invoiceId, state) => provider.dashboard.dispute(invoiceId, state),
    createCreditNote: (invoiceId, amount) => provider.dashboard.createCreditNote(invoiceId, amount),
    async completeSetup(clientSecret) {
      const typed = { number: '5555555555554444', expMonth: 12, expYear: 2099, cvc: '123' };
      const cardId = await provider.browser.createCard({ ...typed, holder: '' });
      await provider.browser.completeSetup(clientSecret, cardId);
    },
  };
}

let databases = 0;

/** The sandbox on a database of its own, in the spring of 2026, at a clock that only a test moves. */
export async function openSandbox(plans = sandboxPlans): Promise<OpenSandbox> {
  const database = `hearth_sandbox_${process.pid}_${databases++}_${Date.now().toString(36)}`;
  const postgres = inject('postgres');
  await copyDatabase(postgres, { name: database, template: inject('templateDatabase') });
  const { db, close } = openDatabase(at(postgres, database), () => {});
  let nowMs = Date.UTC(2026, 2, 2, 9, 30);
  const clock = {
    now: () => new Date(nowMs),
    advance(ms: number) {
      nowMs += ms;
    },
  };
  const provider = createSandboxProvider({
    db,
    clock,
    plans,
    publicUrl: 'http://localhost:5000',
    secretKey: 'a secret of the tests',
  });
  return {
    provider,
    db,
    clock,
    async close() {
      await close();
      await dropDatabase(postgres, database);
    },
  };
}
