import { describe, expect, it } from 'vitest';
import { beginOnJan31 } from '../support/calendar-scene.ts';
import { moneyMailsTo } from '../support/money-mails.ts';
import { atProvider, settle } from '../support/payment-scenes.ts';

const dayMs = 86_400_000;
const usd = (amount: number) => ({ amount, currency: 'usd' });
const day = (at: unknown) => String(at).slice(0, 10);

async function begin(...wanted: Parameters<typeof beginOnJan31>) {
  const scene = await beginOnJan31(...wanted);
  return {
    ...scene,
    async next() {
      const { next_invoice } = await scene.call('getBillingSummary');
      return next_invoice as { date: string; total: object } | null;
    },
    passTo: (date: string) => scene.passTo(`${date}T12:00:00Z`),
  };
}

describe('a subscription per month since the 31st', () => {
  it('is renewed on the last day of short months, and on the 31st again after them', async () => {
    const scene = await begin('month');
    const seen: string[] = [];
    for (const date of ['2027-02-01', '2027-02-28', '2027-03-31', '2027-04-30']) {
      await scene.passTo(date);
      seen.push(day((await scene.next())?.date));
    }
    expect(seen).toEqual(['2027-02-28', '2027-03-31', '2027-04-30', '2027-05-31']);
    const { invoices } = await atProvider(scene.app, scene.subscriptionId);
    expect(invoices.map(({ due, status }) => `${status} ${due}`)).toEqual(
      Array(4).fill('paid 4000'),
    );
    const { per, periods } = await scene.call('getSpending');
    expect(per).toBe('month');
    const shown = periods as { paid: number; starts_at: string; ends_at: string }[];
    expect(shown.slice(-5).map(({ paid }) => paid)).toEqual([0, 4_000, 4_000, 4_000, 4_000]);
    expect(shown.slice(-4).map(({ ends_at }) => day(ends_at))).toEqual(seen);
    const receipts = (await moneyMailsTo(scene.app, scene.owner())).map(({ text }) => text);
    expect(receipts.filter((text) => text.includes('Plan: Pro, billed monthly'))).toHaveLength(4);
  });

  it('changed to a year: charged for the year less the rest of the month, from then on', async () => {
    const scene = await begin('month');
    await scene.passTo('2027-02-14');
    const wanted = { planId: 'pro', frequency: 'year' };
    const shown = await scene.call('previewPlanChange', wanted);
    expect(shown).toMatchObject({ credit: usd(0), next: usd(40_000) });
    expect(day(shown.next_at)).toBe('2028-02-14');
    await scene.call('changeSubscriptionPlan', { ...wanted, preview: shown.preview });
    await settle(scene.app);
    const { invoices } = await atProvider(scene.app, scene.subscriptionId);
    const charged = Number(invoices.at(-1)?.due);
    expect(usd(charged)).toEqual(shown.due_now);
    const creditDays = (40_000 - charged) / (4_000 / 28);
    expect(creditDays).toBeCloseTo(28 - 14 - 2 / 24, 0);
    expect(await scene.next()).toMatchObject({ total: usd(40_000) });
    expect(day((await scene.next())?.date)).toBe('2028-02-14');
  });
});

describe('a subscription per year', () => {
  it('changed to a month, where that does not wait: takes effect immediately, and the rest of the year pays the months', async () => {
    const scene = await begin('year', { shorter: 'now' });
    expect(day((await scene.next())?.date)).toBe('2028-01-31');
    await scene.passTo('2027-02-10');
    const wanted = { planId: 'pro', frequency: 'month' };
    const shown = await scene.call('previewPlanChange', wanted);
    expect(shown).toMatchObject({ due_now: usd(0), next: usd(0) });
    expect(day(shown.next_at)).toBe('2027-03-10');
    await scene.call('changeSubscriptionPlan', { ...wanted, preview: shown.preview });
    await settle(scene.app);
    expect(usd((await atProvider(scene.app, scene.subscriptionId)).credit)).toEqual(shown.credit);
    expect(await scene.call('getBillingSummary')).toMatchObject({
      frequency: 'month',
      price: usd(4_000),
      next_invoice: { total: usd(0) },
    });
    const mails = await moneyMailsTo(scene.app, scene.owner());
    expect(mails.at(-1)?.text).toContain('Plan: Pro, billed monthly instead of yearly');
  });

  it('is compared as it is at the provider a year later, through a leap day', async () => {
    const scene = await begin('year');
    await scene.passTo('2028-01-31');
    expect(day((await scene.next())?.date)).toBe('2029-01-31');
    const { invoices } = await atProvider(scene.app, scene.subscriptionId);
    expect(invoices.map(({ due }) => due)).toEqual([40_000, 40_000]);
    expect(scene.app.clock.now().getTime() % dayMs).toBeGreaterThan(0);
  });
});
