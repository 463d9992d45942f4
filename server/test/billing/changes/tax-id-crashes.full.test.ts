import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createCrowd } from '../../harness/crowd.ts';
import { createTestApp, type TestApp } from '../../harness/test-app.ts';
import { callable } from '../../harness/wire-client.ts';
import { bought, chosenFaults, faultsOf, newKey, recover } from '../support/crash-steps.ts';
import {
  type Fault,
  openFaultyDatabase,
  withFault,
  wrapPayments,
} from '../support/payment-faults.ts';
import { billingDetails } from '../support/payment-scenes.ts';
import { listAtStripe, readFromStripe } from '../support/sandbox.ts';

const business = { company: 'Ada Ltd', tax_id: 'GB123456789', purchase_order: 'PO-7' };

describe('after a failure between any two steps, billing details with a tax id', () => {
  let app: TestApp;
  beforeAll(async () => {
    const seams = { payments: wrapPayments, open: openFaultyDatabase };
    app = await createTestApp({ ...seams, logger: false });
  });
  afterAll(() => app.close());

  async function begin(fault?: Fault) {
    const [owner = expect.fail()] = await createCrowd(app, 1);
    const subscriptionId = await bought('pro')(app, owner);
    const headers = { 'idempotency-key': newKey() };
    const data = { subscriptionId, ...billingDetails, ...business };
    const send = () => callable(app, 'updateBillingDetails', { ...owner, data, headers });
    return { subscriptionId, send, work: await withFault(fault, send) };
  }

  it.each(chosenFaults)(
    'are saved once: $kind $moment ($place)',
    async (fault) => {
      const each = await faultsOf(fault, async () => (await begin()).work);
      let happened = 0;
      for (const one of each) {
        const { subscriptionId, send, work } = await begin(one);
        happened += work.hasHappened ? 1 : 0;
        await recover(app);
        const again = await send();
        expect(again.statusCode, again.body).toBe(200);
        await recover(app);
        await expectSaved(subscriptionId);
      }
      expect(happened).toBeGreaterThan(0);
    },
    600_000,
  );

  async function expectSaved(subscriptionId: string): Promise<void> {
    const { rows } = await sql<{ customer: string }>`
      select customer_id as customer, details -> 'taxId' ->> 'value' as "taxId",
        (select count(*)::int from audit_events
          where subject_id = ${subscriptionId} and action = 'billing.details-updated') as told
      from billing_accounts where subscription_id = ${subscriptionId}`.execute(app.db);
    expect(rows).toMatchObject([{ taxId: business.tax_id, told: 1 }]);
    const theirs = `/v1/customers/${rows[0]?.customer}`;
    expect(await readFromStripe(app, theirs)).toMatchObject({ name: 'Ada Ltd' });
    const taxIds = await listAtStripe(app, `${theirs}/tax_ids`);
    expect(taxIds.map(({ value }) => value)).toEqual([business.tax_id]);
  }
});
