import { describe, expect, it } from 'vitest';
import { openSecondApp } from '../../harness/test-app.ts';
import { beginOnJan31 } from '../support/calendar-scene.ts';
import { moneyMailsTo } from '../support/money-mails.ts';
import { confirmSetup, settle, typeCard, withoutProvider } from '../support/payment-scenes.ts';

async function begin(frequency: 'month' | 'year') {
  const scene = await beginOnJan31(frequency);
  const { app, call } = scene;
  return {
    ...scene,
    async passTo(instant: string) {
      await scene.passTo(instant);
      // By now the product has followed the provider.
      await settle(app);
    },
    async payWith(card: { exp_month: string; exp_year: string }) {
      const { clientSecret } = await call('createSetupIntent');
      const paymentMethodId = await typeCard(app, '5555 5555 5555 4444', card);
      await confirmSetup(app, String(clientSecret), paymentMethodId);
      await call('setDefaultPaymentMethod', { paymentMethodId });
      await settle(app);
    },
    async reminders() {
      const mails = await moneyMailsTo(app, scene.owner());
      return mails.filter(({ kind }) => kind === 'renewal-ahead' || kind === 'card-expiring');
    },
  };
}

describe('a yearly renewal', () => {
  it('is told three weeks ahead, once, with its sum', async () => {
    const scene = await begin('year');
    await scene.passTo('2028-01-10T08:00:00Z');
    expect(await scene.reminders()).toEqual([]);
    for (const at of ['2028-01-10T12:00:00Z', '2028-01-11T12:00:00Z', '2028-01-30T12:00:00Z']) {
      await scene.passTo(at);
    }
    const [mail, ...more] = await scene.reminders();
    expect(more).toEqual([]);
    expect(mail).toMatchObject({ kind: 'renewal-ahead' });
    expect(mail?.text).toContain('It renews for another year on Jan 31, 2028.');
    expect(mail?.text).toContain('$400.00');
    // Nothing is taxed, so there are no parts to list.
    expect(mail?.text).not.toMatch(/Subtotal|tax/i);
    expect(mail?.html).toMatch(/<h1[^>]*>\$400\.00 is charged on Jan 31, 2028</);

    // By then the test card has expired too.
    await scene.passTo('2029-01-20T12:00:00Z');
    const kinds = (await scene.reminders()).map(({ kind }) => kind);
    expect(kinds.sort()).toEqual(['card-expiring', 'renewal-ahead', 'renewal-ahead']);
  });

  it('is not told where the subscription was canceled, and not of a month', async () => {
    const canceled = await begin('year');
    await canceled.call('cancelSubscription', { confirmationId: canceled.subscriptionId });
    await canceled.passTo('2028-01-20T12:00:00Z');
    expect(await canceled.reminders()).toEqual([]);
    const monthly = await begin('month');
    await monthly.passTo('2027-02-27T12:00:00Z');
    expect(await monthly.reminders()).toEqual([]);
  });

  it('is told later where the provider does not answer', async () => {
    const scene = await begin('year');
    await scene.passTo('2028-01-09T12:00:00Z');
    await withoutProvider(scene.app, async () => {
      scene.app.clock.advance(2 * 86_400_000);
      await settle(scene.app).catch(() => undefined);
      expect(await scene.reminders()).toEqual([]);
    });
    await scene.passTo('2028-01-12T12:00:00Z');
    expect(await scene.reminders()).toHaveLength(1);
  });

  it('is told once by two processes', async () => {
    const scene = await begin('year');
    const second = await openSecondApp(scene.app);
    scene.app.clock.advance(346 * 86_400_000);
    await Promise.all([scene.app.app.runDue(), second.app.runDue()]);
    await scene.app.app.runJobs();
    expect(await scene.reminders()).toHaveLength(1);
  });
});

describe('a card that expires before the next charge', () => {
  it('is told two weeks ahead, and not again for two months', async () => {
    const scene = await begin('month');
    await scene.payWith({ exp_month: '2', exp_year: '2027' });
    await scene.passTo('2027-02-27T12:00:00Z');
    expect(await scene.reminders()).toEqual([]);
    await scene.passTo('2027-02-28T12:00:00Z');
    await scene.passTo('2027-03-18T12:00:00Z');
    await scene.passTo('2027-03-19T12:00:00Z');
    const [mail, ...more] = await scene.reminders();
    expect(more).toEqual([]);
    expect(mail).toMatchObject({ kind: 'card-expiring' });
    expect(mail?.subject).toContain('has expired');
    expect(mail?.text).toContain(
      'expired at the end of February 2027. The next charge for your project at Hearth is $40.00 on Mar 31, 2027.',
    );
    await scene.passTo('2027-04-20T12:00:00Z');
    expect(await scene.reminders()).toHaveLength(1);
    await scene.passTo('2027-05-20T12:00:00Z');
    expect(await scene.reminders()).toHaveLength(2);
    await scene.passTo('2027-06-20T12:00:00Z');
    expect(await scene.reminders()).toHaveLength(2);
  });

  it('is not told where another card was made the default', async () => {
    const scene = await begin('month');
    await scene.payWith({ exp_month: '2', exp_year: '2027' });
    await scene.passTo('2027-03-01T12:00:00Z');
    await scene.payWith({ exp_month: '2', exp_year: '2031' });
    await scene.passTo('2027-03-20T12:00:00Z');
    expect(await scene.reminders()).toEqual([]);
  });
});
