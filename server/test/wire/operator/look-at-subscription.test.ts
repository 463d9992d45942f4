import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  createPaidSubscription,
  settle,
  withoutProvider,
} from '../../billing/support/payment-scenes.ts';
import { inviteTo } from '../../harness/factories.ts';
import { callAs, createOperatedApp, createOperator } from '../../harness/operators.ts';
import type { TestApp } from '../../harness/test-app.ts';
import {
  createVerifiedPerson,
  expectRefusal,
  newAddress,
  type Person,
  signIn,
} from '../../harness/wire-client.ts';

describe('lookAtSubscription', () => {
  let app: TestApp;
  let operator: Person;
  beforeAll(async () => {
    app = await createOperatedApp();
    operator = await createOperator(app);
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    operator = await signIn(app, operator);
  });

  const look = (id: string) =>
    callAs(app, operator, `POST /subscriptions/${id}/look`, { reason: 'Ticket 8' });

  it('shows people, invitations, invoices, activity, and billing in words', async () => {
    const owner = await createVerifiedPerson(app);
    const id = await createPaidSubscription(app, owner);
    const email = newAddress();
    const { inviteId } = await inviteTo(app, { owner, subscriptionId: id }, email);
    const sheet = (await look(id)).json();
    expect(sheet).toMatchObject({
      subscription_id: id,
      plan_id: 'pro',
      status: 'active',
      price: { amount: 1_000, currency: 'usd' },
      frequency: 'week',
      moves_to: null,
      time_zone: null,
      card: { brand: 'visa', last4: '4242' },
      owed: null,
      owner_id: owner.uid,
      people: [{ uid: owner.uid, email: owner.email }],
      invites: [{ id: inviteId, email, status: 'pending' }],
      invoices: [
        { status: 'paid', total: 1_000, refunded: 0, refundable: 1_000, paid_outside: false },
      ],
      billing_is_fine: true,
      acts: [{ act: 'look', reason: 'Ticket 8', operator: operator.email, number: null }],
      seen: 0,
    });
    const actions = sheet.activities.map(({ action }: { action: string }) => action);
    expect(actions).toEqual(expect.arrayContaining(['subscription.created', 'invite.created']));
    expect(sheet.billing.join('\n')).toContain('Differences from the provider: none');
  });

  it('a difference from the provider: named, and not fine', async () => {
    const id = await createPaidSubscription(app, await createVerifiedPerson(app));
    await settle(app);
    await sql`update subscriptions set status = 'unpaid' where id = ${id}`.execute(app.db);
    const sheet = (await look(id)).json();
    expect(sheet.billing_is_fine).toBe(false);
    expect(sheet.billing.at(-1)).toContain('unpaid');
  });

  it('with a silent provider: all that is known here, and that nothing was compared', async () => {
    const id = await createPaidSubscription(app, await createVerifiedPerson(app));
    await withoutProvider(app, async () => {
      const sheet = (await look(id)).json();
      expect(sheet).toMatchObject({ subscription_id: id, billing_is_fine: false });
      expect(sheet.billing.join('\n')).toContain('not compared');
    });
  });

  it('a project that is not there: subscription/unknown', async () => {
    expectRefusal(await look('nothing'), 'subscription/unknown');
  });
});
