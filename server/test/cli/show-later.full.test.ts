import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { show } from '../../src/cli/billing.ts';
import { expectDone } from '../billing/support/payment-scenes.ts';
import { beginTrial, openTrialShop } from '../billing/support/trial-scene.ts';
import { findLocation, type TestApp } from '../harness/test-app.ts';

describe('billing show of what happens later', () => {
  let app: TestApp;
  let cardless: TestApp;
  beforeAll(async () => {
    app = await openTrialShop();
    cardless = await openTrialShop(false);
  });
  afterAll(async () => {
    await app.close();
    await cardless.close();
  });

  const read = async (of: TestApp, id: string) =>
    (await show(id, { ...of, location: await findLocation(of) })).text;

  it('of a trial: says until when and that it is charged then, and of an end that it comes with the period', async () => {
    const { subscriptionId, call } = await beginTrial(app);
    const text = await read(app, subscriptionId);
    expect(text).toMatch(/^Trial {9}until \d{4}-\S+Z; the first payment is charged then$/m);
    expect(text).toMatch(/^Ends {10}not by itself$/m);
    const ending = { confirmationId: subscriptionId, when: 'period-end' };
    expectDone(await call('cancelSubscription', ending));
    expect(await read(app, subscriptionId)).toMatch(/^Ends {10}\S+Z, with its period$/m);
  });

  it('of a trial without a card: says that the project ends with it', async () => {
    const { subscriptionId } = await beginTrial(cardless, { billingInfo: undefined });
    expect(await read(cardless, subscriptionId)).toMatch(
      /^Trial {9}until \d{4}-\S+Z; it ends then, without a card$/m,
    );
  });

  it('of a scheduled change: names plan, frequency, prices and day', async () => {
    const { subscriptionId, call, passDays } = await beginTrial(app, { frequency: 'year' });
    await passDays(15);
    expectDone(await call('changeSubscriptionPlan', { planId: 'pro', frequency: 'month' }));
    const text = await read(app, subscriptionId);
    expect(text).toMatch(/^Changes {7}to pro per month \(price_pro_month_usd\) at \d{4}-\S+Z$/m);
    expect(text).not.toContain('\nTrial ');
  });
});
