import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PaymentProvider } from '../../../src/modules/billing/index.ts';
import { ProviderUnavailable } from '../../../src/modules/billing/port/payment-provider.ts';
import { withTrial } from '../../harness/plan-prices.ts';
import { createOwnTestApp, openSecondApp, type TestApp } from '../../harness/test-app.ts';
import { callable, createVerifiedPerson, type Person } from '../../harness/wire-client.ts';
import { kindsMailed, lastMail, moneyMailsTo, repeatEverything } from '../support/money-mails.ts';
import { billingInfo, dayMs, expectDone, settle } from '../support/payment-scenes.ts';
import { findCustomer, listAtStripe, sendToStripe } from '../support/sandbox.ts';
import { living, taxing } from '../support/tax-scenes.ts';
import { beginTrial, buy, forgetCards, openTrialShop, proMonth } from '../support/trial-scene.ts';

async function upgradeFree(app: TestApp, { idToken }: Person): Promise<void> {
  await forgetCards(app);
  const created = await callable(app, 'createSubscription', { data: { planId: 'free' }, idToken });
  const { subscriptionId } = expectDone(created);
  const data = { subscriptionId, ...proMonth, billingInfo: billingInfo(), trial: true };
  expectDone(await callable(app, 'changeSubscriptionPlan', { data, idToken }));
  await settle(app);
}

const trialMails = async (app: TestApp, person: Person) =>
  (await moneyMailsTo(app, person)).filter(({ kind }) => kind === 'trial-started');

describe('a trial that has begun is mailed', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await openTrialShop();
  });
  afterAll(() => app.close());

  it('with a purchase: its end, the first charge and the card', async () => {
    const scene = await beginTrial(app);
    expect(await kindsMailed(app, scene.owner())).toEqual(['trial-started']);
    const { subject, text, links } = await lastMail(app, scene.owner());
    expect(subject).toBe('The trial of your project at Hearth has begun');
    expect(text).toContain('Your trial of Pro has begun');
    expect(text).toContain('Nothing is charged now.');
    expect(text).toMatch(/^Plan: Pro, billed monthly$/m);
    expect(text).toMatch(/^Trial ends: \w+ \d+, \d{4}$/m);
    expect(text).toMatch(/^Next charge: \$40\.00 on \w+ \d+, \d{4}$/m);
    expect(text).toMatch(/^Card: Visa ending in 4242$/m);
    expect(text).toContain('cancel it on the billing page before that day');
    const page = `/subscription/${scene.subscriptionId}/billing`;
    expect(links).toEqual([`${app.config.publicUrl}${page}`]);
  });

  it('with the first plan of a free project, beside the change itself', async () => {
    const owner = await createVerifiedPerson(app);
    await upgradeFree(app, owner);
    expect(await kindsMailed(app, owner)).toEqual(['plan-changed', 'trial-started']);
    const { text } = await lastMail(app, owner);
    expect(text).toMatch(/^Plan: Pro, billed monthly$/m);
    expect(text).toMatch(/^Next charge: \$40\.00 on/m);
  });

  it('once, whatever else is told, read or changed before its end', async () => {
    const scene = await beginTrial(app);
    const { subscriptionId: confirmationId } = scene;
    await repeatEverything(app);
    await scene.passDays(1);
    expectDone(await scene.call('cancelSubscription', { confirmationId, when: 'period-end' }));
    await settle(app);
    expectDone(await scene.call('resumeSubscription'));
    await settle(app);
    for (const planId of ['enterprise', 'free', 'pro']) {
      const wanted = { planId, frequency: 'month' };
      const { preview } = expectDone(await scene.call('previewPlanChange', wanted));
      expectDone(await scene.call('changeSubscriptionPlan', { ...wanted, preview }));
      await settle(app);
    }
    await repeatEverything(app);
    await scene.passDays(1);
    expect(await kindsMailed(app, scene.owner())).toEqual([
      'trial-started',
      'subscription-ending',
      'subscription-resumed',
      'plan-changed',
      'plan-changed',
      'plan-changed',
    ]);
  });

  it('with a running project that is given one at the provider', async () => {
    const owner = await createVerifiedPerson(app);
    const { subscriptionId } = expectDone(await buy(app, owner, { planId: 'enterprise' }));
    await settle(app);
    const end = Math.floor((app.clock.now().getTime() + 10 * dayMs) / 1_000);
    const customer = await findCustomer(app, String(subscriptionId));
    const [charged] = await listAtStripe(app, `/v1/subscriptions?customer=${customer?.id}`);
    const given = { trial_end: String(end), proration_behavior: 'none' };
    await sendToStripe(app, `/v1/subscriptions/${charged?.id}`, given);
    await settle(app);
    await repeatEverything(app);
    expect(await kindsMailed(app, owner)).toEqual(['receipt', 'trial-started']);
    expect((await lastMail(app, owner)).text).toMatch(/^Next charge: \$\d/m);
  });
});

describe('a trial that has begun without a card', () => {
  it('is mailed with a button that adds one', async () => {
    const app = await createOwnTestApp({ product: withTrial({ card: false }) });
    const scene = await beginTrial(app, { billingInfo: undefined });
    expect(await kindsMailed(app, scene.owner())).toEqual(['trial-started']);
    const { text, links } = await lastMail(app, scene.owner());
    expect(text).toContain('There is no card yet. Without one, the project ends with the trial.');
    expect(text).toContain('We will then charge $40.00 on ');
    expect(text).not.toContain('Next charge');
    const page = `/subscription/${scene.subscriptionId}/billing/payment-methods`;
    expect(links).toEqual([`${app.config.publicUrl}${page}`]);
  });
});

describe('a trial that has begun where taxes are computed', () => {
  it('is mailed with the tax of its first charge', async () => {
    const app = await createOwnTestApp({ product: { ...withTrial(), billing: taxing.billing } });
    const details = { ...billingInfo(), billingDetails: living('DE') };
    const scene = await beginTrial(app, { billingInfo: details });
    const { text } = await lastMail(app, scene.owner());
    expect(text).toMatch(/^Subtotal: \$40\.00$/m);
    expect(text).toMatch(/^Tax: \$7\.60$/m);
    expect(text).toMatch(/^Next charge: \$47\.60 on/m);
  });
});

describe('a trial that has begun', () => {
  it.each([
    ['fails', () => Promise.reject(new ProviderUnavailable('away'))],
    ['never answers', () => new Promise<never>(() => {})],
  ])('is mailed without the sum where the provider %s', async (_how, readNextTotal) => {
    const app = await createOwnTestApp({
      product: withTrial(),
      payments: (real: PaymentProvider) => ({ ...real, readNextTotal }),
      logger: false,
    });
    const scene = await beginTrial(app);
    await repeatEverything(app);
    expect(await kindsMailed(app, scene.owner())).toEqual(['trial-started']);
    const { text } = await lastMail(app, scene.owner());
    expect(text).toMatch(/^Trial ends: /m);
    expect(text).toContain('The billing page shows what is charged on that day.');
    expect(text).not.toContain('Next charge');
  });

  it('is mailed once where two processes read it at the same time', async () => {
    const app = await createOwnTestApp({ product: withTrial() });
    const second = await openSecondApp(app);
    const scene = await beginTrial(app);
    await Promise.all([repeatEverything(app, 2), settle(second)]);
    await Promise.all([settle(app), settle(second)]);
    expect(await trialMails(app, scene.owner())).toHaveLength(1);
  });
});
