import { sql } from 'kysely';
import { createSandboxProvider, type SandboxProvider } from '../../../src/modules/billing/index.ts';
import type { TestApp } from '../../harness/test-app.ts';

/** An operator's acts on an invoice of a project, in the sandbox of the product: the newest paid one where none is named. */
export function openDashboard({ db, clock, config }: TestApp, subscriptionId: string) {
  const { publicUrl, secretKey } = config;
  const sandbox: SandboxProvider = createSandboxProvider({
    db,
    clock,
    plans: config.product.plans.flatMap(({ id, prices }) =>
      prices.map(({ priceIds, frequency, price, currency }) => ({
        name: id,
        priceIds,
        frequency,
        total: { amount: price * 100, currency },
      })),
    ),
    publicUrl,
    secretKey,
  });
  const newest = async () => {
    const { rows } = await sql<{ id: string }>`
      select id from invoices where subscription_id = ${subscriptionId} and status = 'paid'
      order by created_at desc, id desc limit 1`.execute(db);
    return rows[0]?.id ?? '';
  };
  return {
    refund: async (amount: number, id?: string) =>
      sandbox.dashboard.refund(id ?? (await newest()), amount),
    createCreditNote: async (amount: number) =>
      sandbox.dashboard.createCreditNote(await newest(), amount),
    dispute: async (state: 'open' | 'won' | 'lost', id?: string) =>
      sandbox.dashboard.dispute(id ?? (await newest()), state),
  };
}
