import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { createEventLog } from '../../harness/logged-events.ts';
import { receivedMails } from '../../harness/mailbox.ts';
import { operatedEnv, operatorAddress } from '../../harness/operators.ts';
import { createOwnTestApp, type TestApp } from '../../harness/test-app.ts';
import { callable, document, expectRefusal } from '../../harness/wire-client.ts';
import { kindsMailed, lastMail, repeatEverything, begin as start } from '../support/money-mails.ts';
import { atProvider, dayMs, expectDone, settle, weekMs } from '../support/payment-scenes.ts';
import { openDashboard } from '../support/sandbox-dashboard.ts';

let log = createEventLog();

async function begin() {
  log = createEventLog();
  const app = await createOwnTestApp({ logger: log.logger, env: operatedEnv });
  const scene = await start(app);
  await settle(app);
  const { subscriptionId } = scene;
  const ask = (name: string, more: object) =>
    callable(app, name, { ...scene.owner(), data: { subscriptionId, ...more } });
  return {
    ...scene,
    app,
    ask,
    dashboard: openDashboard(app, subscriptionId),
    async newestInvoice() {
      const path = `GET /v1/subscriptions/${subscriptionId}/invoices` as const;
      return (await document(app, path, scene.owner())).json().invoices[0];
    },
  };
}

/** No event tells what has happened since the last ones were followed. */
async function loseEvents({ app, db }: TestApp): Promise<void> {
  await app.sandbox?.settle();
  await sql`delete from provider_events where processed_at is null`.execute(db);
  await sql`delete from sandbox.event where id not in (select id from provider_events)`.execute(db);
}

const disputes = () =>
  log.events().filter(({ msg }) => msg.startsWith('payment dispute') || msg.includes('disputed'));

describe('a refund', () => {
  it('is shown on its invoice and told once, and so is one that did not arrive', async () => {
    const { app, owner, dashboard, newestInvoice } = await begin();
    await dashboard.refund(300);
    await settle(app);
    expect(await newestInvoice()).toMatchObject({ status: 'paid', refunded: 300, credited: 0 });
    const mail = await lastMail(app, owner());
    expect(mail).toMatchObject({
      kind: 'refund',
      subject: 'Refund for your project at Hearth: $3.00',
    });
    const { id } = await newestInvoice();
    expect(mail.links).toEqual([expect.stringMatching(new RegExp(`/billing/invoices/${id}$`))]);

    await dashboard.refund(200);
    await settle(app);
    await repeatEverything(app);
    expect(await newestInvoice()).toMatchObject({ refunded: 500 });
    expect((await lastMail(app, owner())).subject).toContain('$2.00');
    expect(await kindsMailed(app, owner())).toEqual(['receipt', 'refund', 'refund']);

    expect(log.events('refund failed')).toEqual([]);
    await dashboard.refund(-200);
    await settle(app);
    await repeatEverything(app);
    expect(await newestInvoice()).toMatchObject({ refunded: 300 });
    expect(log.events('refund failed')).toMatchObject([
      { level: 50, invoice: id, amount: 200, currency: 'usd' },
    ]);
    expect(await kindsMailed(app, owner())).toEqual([
      'receipt',
      'refund',
      'refund',
      'refund-failed',
    ]);
    expect((await lastMail(app, owner())).text).toContain('$2.00');
  });

  it('refuses a plan change with and without a preview, until a renewal is paid', async () => {
    const { app, ask, dashboard, pass, subscriptionId } = await begin();
    const { preview } = expectDone(await ask('previewPlanChange', { planId: 'free' }));
    await dashboard.refund(1);
    await settle(app);
    for (const planId of ['enterprise', 'free']) {
      expectRefusal(await ask('previewPlanChange', { planId }), 'billing/payment-returned');
      const changed = await ask('changeSubscriptionPlan', { planId });
      expectRefusal(changed, 'billing/payment-returned');
    }
    const shown = await ask('changeSubscriptionPlan', { planId: 'free', preview });
    expectRefusal(shown, 'billing/payment-returned');
    expect((await atProvider(app, subscriptionId)).credit).toBe(0);

    await pass(weekMs);
    expectDone(await ask('changeSubscriptionPlan', { planId: 'enterprise' }));
  });

  it('that is heard of after a plan change is logged, and takes nothing back', async () => {
    const { app, ask, dashboard, newestInvoice, pass } = await begin();
    await pass(dayMs);
    const { id: invoice } = await newestInvoice();
    await dashboard.refund(300);
    expectDone(await ask('changeSubscriptionPlan', { planId: 'enterprise' }));
    await settle(app);
    const { id: laterInvoice } = await newestInvoice();
    expect(log.events('payment returned after plan change')).toMatchObject([
      { invoice, laterInvoice },
    ]);
    expectRefusal(
      await ask('changeSubscriptionPlan', { planId: 'free' }),
      'billing/payment-returned',
    );
  });

  it('that no event tells is found within a day', async () => {
    const { app, owner, dashboard, newestInvoice, pass } = await begin();
    await pass(2 * 3_600_000);
    await dashboard.refund(300);
    await loseEvents(app);
    await pass(2 * 3_600_000);
    expect(await newestInvoice()).toMatchObject({ refunded: 0 });
    await pass(dayMs);
    expect(await newestInvoice()).toMatchObject({ refunded: 300 });
    expect(await kindsMailed(app, owner())).toEqual(['receipt', 'refund']);
    expect(log.events('billing drift')).toMatchObject([{ drift: 'invoice' }]);
  });

  it('of before this version is learned in silence', async () => {
    const { app, owner, dashboard, newestInvoice, pass } = await begin();
    await dashboard.refund(300);
    await loseEvents(app);
    await sql`update invoices set refunded = null, credited = null`.execute(app.db);
    await sql`update billing_accounts set returns_read_at = null`.execute(app.db);
    await pass(2 * 3_600_000);
    expect(await newestInvoice()).toMatchObject({ refunded: 300 });
    expect(await kindsMailed(app, owner())).toEqual(['receipt']);
    expect(log.events('billing drift')).toEqual([]);
  });
});

describe('a credit note', () => {
  it('is shown on its invoice and told once', async () => {
    const { app, ask, owner, dashboard, newestInvoice } = await begin();
    await dashboard.createCreditNote(400);
    await settle(app);
    await repeatEverything(app);
    expect(await newestInvoice()).toMatchObject({ status: 'paid', refunded: 0, credited: 400 });
    expect(await kindsMailed(app, owner())).toEqual(['receipt', 'credit-note']);
    expect((await lastMail(app, owner())).subject).toContain('$4.00');
    const changed = await ask('changeSubscriptionPlan', { planId: 'free' });
    expectRefusal(changed, 'billing/payment-returned');
  });
});

describe('a dispute', () => {
  it('is shown and logged once, refuses a plan change, and mails the operator, not the owner', async () => {
    const { app, ask, owner, dashboard, newestInvoice, subscriptionId } = await begin();
    await dashboard.dispute('open');
    await settle(app);
    await repeatEverything(app);
    expect(await newestInvoice()).toMatchObject({ disputed: 1_000, dispute_status: 'open' });
    expect(disputes()).toMatchObject([
      { msg: 'payment disputed', level: 50, subscription: subscriptionId, amount: 1_000 },
    ]);
    const refused = await ask('previewPlanChange', { planId: 'free' });
    expectRefusal(refused, 'billing/payment-returned');

    await dashboard.dispute('won');
    await settle(app);
    expect(await newestInvoice()).toMatchObject({ dispute_status: 'won' });
    expect(disputes().map(({ msg, state }) => [msg, state])).toEqual([
      ['payment disputed', 'open'],
      ['payment dispute closed', 'won'],
    ]);
    expect(await kindsMailed(app, owner())).toEqual(['receipt']);
    const mails = await receivedMails(app, operatorAddress);
    expect(mails.map(({ subject }) => subject)).toEqual([
      'A payment of $10.00 at Hearth is disputed',
    ]);
    expect(mails[0]?.text).toContain(`The project is ${subscriptionId}.`);
    expectDone(await ask('changeSubscriptionPlan', { planId: 'enterprise' }));
  });
});
