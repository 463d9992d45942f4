import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestApp } from '../../harness/test-app.ts';
import { document } from '../../harness/wire-client.ts';
import { kindsMailed, lastMail } from '../support/money-mails.ts';
import {
  addCard,
  answerChallenge,
  atProvider,
  billingInfo,
  expectDone,
  settle,
} from '../support/payment-scenes.ts';
import { beginTrial, openTrialShop } from '../support/trial-scene.ts';

const usd = (amount: number) => ({ amount, currency: 'usd' });
const minutes = 1 / 1_440;

/** An app for the tests of a suite, which move its clock. */
function openOnce(card = true): () => TestApp {
  let app: TestApp | undefined;
  beforeAll(async () => {
    app = await openTrialShop(card);
  });
  afterAll(() => app?.close());
  return () => app ?? expect.fail('not open');
}

/** Status and cents of what the provider has invoiced. */
async function invoicesOf(app: TestApp, subscriptionId: string) {
  const { invoices } = await atProvider(app, subscriptionId);
  return invoices.map(({ status, total }) => [status, total]);
}

describe('a trial with a card', () => {
  const open = openOnce();

  it('charges nothing at the purchase, and tells the first payment everywhere', async () => {
    const app = open();
    const scene = await beginTrial(app, { trial: true });
    const { subscriptionId } = scene;
    expect(await invoicesOf(app, subscriptionId)).toEqual([['paid', 0]]);
    const { status, trial_end } = await scene.project();
    expect(status).toBe('active');
    const aheadMs = Date.parse(trial_end) - app.clock.now().getTime();
    expect(Math.round(aheadMs / 86_400_000)).toBe(14);
    expect(await scene.summary()).toMatchObject({
      status: 'active',
      price: usd(4_000),
      trial_end,
      next_invoice: { date: trial_end, total: usd(4_000) },
      needs_billing_info: false,
    });
    const list = await document(app, 'GET /v1/subscriptions', scene.owner());
    expect(list.json().subscriptions).toMatchObject([
      { status: 'active', trial_end, next_charge: { date: trial_end } },
    ]);
  });

  it('comes up on the clock: the mail three days ahead, and then its end', async () => {
    const app = open();
    const scene = await beginTrial(app);
    const { trial_end } = await scene.project();
    await settle(app);
    const host = new URL(app.config.publicUrl).host;
    const read = await app.server.inject({ url: '/dev/upcoming.json', headers: { host } });
    const own = (read.json() as { subscription_id: string; at: string; kind: string }[]).filter(
      ({ subscription_id }) => subscription_id === scene.subscriptionId,
    );
    const mailedAt = new Date(Date.parse(trial_end) - 3 * 86_400_000).toISOString();
    expect(own.map(({ at, kind }) => [at, kind])).toEqual([
      [mailedAt, 'trial-ending'],
      [trial_end, 'trial-end'],
    ]);
  });

  it('is told three days ahead, once, and charged at its end', async () => {
    const app = open();
    const scene = await beginTrial(app);
    await scene.passDays(10);
    expect(await kindsMailed(app, scene.owner())).toEqual(['trial-started']);
    await scene.passDays(2);
    await scene.passDays(1);
    expect(await kindsMailed(app, scene.owner())).toEqual(['trial-started', 'trial-ending']);
    const mail = await lastMail(app, scene.owner());
    expect(mail.text).toMatch(/which ends on \w+ \d+, \d{4}\./);
    expect(mail.text).toContain('we will charge $40.00 to your Visa ending in 4242.');

    await scene.passDays(1 + minutes);
    const project = await scene.project();
    expect([project.status, project.trial_end]).toEqual(['active', undefined]);
    expect((await scene.summary()).trial_end).toBeUndefined();
    expect(await invoicesOf(app, scene.subscriptionId)).toEqual([
      ['paid', 0],
      ['paid', 4_000],
    ]);
    const path = `GET /v1/subscriptions/${scene.subscriptionId}/invoices` as const;
    expect((await document(app, path, scene.owner())).json().invoices).toHaveLength(1);
    const kinds = await kindsMailed(app, scene.owner());
    expect(kinds).toEqual(['trial-started', 'trial-ending', 'receipt']);
  });

  it('whose card is declined at its end: the first payment is owed, and the project goes on', async () => {
    const app = open();
    const scene = await beginTrial(app);
    const wanted = { subscriptionId: scene.subscriptionId, idToken: scene.owner().idToken };
    const paymentMethodId = await addCard(app, wanted, '4000 0000 0000 0341');
    expectDone(await scene.call('setDefaultPaymentMethod', { paymentMethodId }));
    await scene.passDays(14 + minutes);
    expect((await scene.project()).status).toBe('past_due');
    expect(await scene.summary()).toMatchObject({ owed: { amount: 4_000, currency: 'usd' } });
  });

  it('whose bank wants the holder of the card begins, and the answer has the secret for it', async () => {
    const app = open();
    const info = billingInfo('pm_card_authenticationRequiredOnSetup');
    const scene = await beginTrial(app, { billingInfo: info });
    expect(scene.clientSecret).toMatch(/^seti_/);
    expect((await scene.project()).status).toBe('active');
    const answered = await answerChallenge(app, String(scene.clientSecret), true);
    expect(answered.json()).toMatchObject({ status: 'succeeded' });
    await scene.passDays(14 + minutes);
    expect((await scene.project()).status).toBe('active');
    expect(await invoicesOf(app, scene.subscriptionId)).toContainEqual(['paid', 4_000]);
  });

  it('keeps it with another plan, which costs nothing now', async () => {
    const app = open();
    const scene = await beginTrial(app);
    const { trial_end } = await scene.project();
    const wanted = { planId: 'enterprise', frequency: 'year' };
    const shown = expectDone(await scene.call('previewPlanChange', wanted));
    expect(shown).toMatchObject({ due_now: usd(0), next: usd(120_000), next_at: trial_end });
    expectDone(await scene.call('changeSubscriptionPlan', { ...wanted, preview: shown.preview }));
    expect(await scene.project()).toMatchObject({ plan_id: 'enterprise', trial_end });
    const mail = await lastMail(app, scene.owner());
    expect(mail).toMatchObject({ kind: 'plan-changed' });
    expect(mail.text).toMatch(/Trial: until \w+ \d+, \d{4}; nothing is charged before that\s+day/);
    expect(mail.text).toContain('Next charge: $1,200.00 on ');
    await scene.passDays(14 + minutes);
    const invoices = await invoicesOf(app, scene.subscriptionId);
    expect(invoices.filter(([, total]) => total !== 0)).toEqual([['paid', 120_000]]);
  });

  it.each([
    ['now', 'canceled'],
    ['period-end', 'active'],
  ])('canceled %s: nothing is charged', async (when, status) => {
    const app = open();
    const scene = await beginTrial(app);
    const { trial_end } = await scene.project();
    const confirmationId = scene.subscriptionId;
    expectDone(await scene.call('cancelSubscription', { confirmationId, when }));
    const canceled = await scene.project();
    expect(canceled.status).toBe(status);
    expect(canceled.cancel_at).toBe(when === 'now' ? undefined : trial_end);
    await scene.passDays(14 + minutes);
    expect((await scene.project()).status).toBe('canceled');
    expect(await invoicesOf(app, scene.subscriptionId)).toEqual([['paid', 0]]);
    expect(await kindsMailed(app, scene.owner())).not.toContain('trial-ending');
  });
});

describe('a trial without a card', () => {
  const open = openOnce(false);
  const withoutCard = { billingInfo: undefined };

  it('begins without one, asks for it, and ends with the project', async () => {
    const app = open();
    const scene = await beginTrial(app, { ...withoutCard, trial: true });
    const { trial_end } = await scene.project();
    expect(await scene.summary()).toMatchObject({
      trial_end,
      needs_card: true,
      next_invoice: { date: trial_end, total: usd(4_000) },
    });
    await scene.passDays(12);
    const mail = await lastMail(app, scene.owner());
    expect(mail.kind).toBe('trial-ending');
    expect(mail.text).toContain('add a card before that day');
    expect(mail.links.join()).toContain('/billing/payment-methods');
    await scene.passDays(2 + minutes);
    expect((await scene.project()).status).toBe('canceled');
    expect(await invoicesOf(app, scene.subscriptionId)).toEqual([['paid', 0]]);
    const end = await lastMail(app, scene.owner());
    expect(end.kind).toBe('subscription-canceled');
    expect(end.text).toMatch(
      /The trial of your project at Hearth is over, and no card was added\./,
    );
    expect(end.text).toContain('Nothing was charged.');
  });

  it('is charged to the card that its owner adds meanwhile', async () => {
    const app = open();
    const scene = await beginTrial(app, withoutCard);
    const { idToken } = scene.owner();
    await addCard(app, { subscriptionId: scene.subscriptionId, idToken });
    await scene.passDays(1);
    expect(await scene.summary()).toMatchObject({ needs_card: false, card: { last4: '4444' } });
    await scene.passDays(13 + minutes);
    expect((await scene.project()).status).toBe('active');
    expect(await invoicesOf(app, scene.subscriptionId)).toContainEqual(['paid', 4_000]);
  });
});
