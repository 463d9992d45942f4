import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { refund } from '../../../src/cli/billing.ts';
import { createCrowd } from '../../harness/crowd.ts';
import { createTestApp, findLocation, type TestApp } from '../../harness/test-app.ts';
import type { Person } from '../../harness/wire-client.ts';
import { findDrift } from '../../histories/compare-books.ts';
import { bought, chosenFaults, faultsOf, recover } from '../support/crash-steps.ts';
import { kindsMailed } from '../support/money-mails.ts';
import {
  type Fault,
  openFaultyDatabase,
  withFault,
  wrapPayments,
} from '../support/payment-faults.ts';
import { settle } from '../support/payment-scenes.ts';
import { listRefunds } from '../support/sandbox-dashboard.ts';

describe('after a failure between any two steps, a refund', () => {
  let app: TestApp;
  let location: Awaited<ReturnType<typeof findLocation>>;
  beforeAll(async () => {
    const seams = { payments: wrapPayments, open: openFaultyDatabase };
    app = await createTestApp({ ...seams, logger: false });
    location = await findLocation(app);
  });
  afterAll(() => app.close());

  /** The command by itself, as it would be entered. */
  const enter = async (name: string) =>
    refund(
      { name, amount: '3.00', isAgain: false },
      { ...app, location, wrap: wrapPayments },
    ).catch((error: unknown) => ({ text: String(error), exitCode: 1 }));

  async function begin(fault?: Fault) {
    const [owner = expect.fail()] = await createCrowd(app, 1);
    const subscriptionId = await bought('pro')(app, owner);
    await settle(app);
    const { rows } = await sql<{ id: string }>`
      select id from invoices where subscription_id = ${subscriptionId}`.execute(app.db);
    const { id: invoiceId } = rows[0] ?? expect.fail('no invoice');
    const work = await withFault(fault, () => enter(invoiceId));
    return { owner, invoiceId, work };
  }

  it.each(chosenFaults)(
    'gives the money back once: $kind $moment ($place)',
    async (fault) => {
      const each = await faultsOf(fault, async () => (await begin()).work);
      let happened = 0;
      for (const one of each) {
        const { owner, invoiceId, work } = await begin(one);
        happened += work.hasHappened ? 1 : 0;
        await recover(app);
        await enter(invoiceId);
        await recover(app);
        await expectRefunded(invoiceId, owner);
      }
      expect(happened).toBeGreaterThan(0);
      expect(await findDrift(app)).toEqual([]);
    },
    600_000,
  );

  it('that died after the provider gave the money: the same command finishes it', async () => {
    const steps = (await begin()).work.steps.provider;
    for (let step = 1; step <= steps; step += 1) {
      const fault = { place: 'provider', moment: 'after it acted', kind: 'crash', step } as const;
      const { owner, invoiceId } = await begin(fault);
      // The lease of the dead process runs out.
      app.clock.advance(3 * 60_000);
      await enter(invoiceId);
      await settle(app);
      await expectRefunded(invoiceId, owner);
    }
  }, 300_000);

  async function expectRefunded(invoiceId: string, owner: Person): Promise<void> {
    const { rows } = await sql`
      select refunded from invoices where id = ${invoiceId}`.execute(app.db);
    expect(rows).toEqual([{ refunded: 300 }]);
    const given = await listRefunds(app, invoiceId);
    expect(given.map(({ amount }) => amount)).toEqual([300]);
    expect(await kindsMailed(app, owner)).toEqual(['receipt', 'refund']);
  }
});
