import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../harness/test-app.ts';
import { callable, document } from '../../harness/wire-client.ts';
import { begin, kindsMailed, lastMail } from '../support/money-mails.ts';
import { atProvider, dayMs, settle, weekMs } from '../support/payment-scenes.ts';

const minuteMs = 60_000;

describe('a subscription that ends with its period', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await createTestApp({ product: { billing: { cancel: 'ask', promotionCodes: false } } });
  });
  afterAll(() => app.close());

  async function beginEnding(planId?: string) {
    const scene = await begin(app, planId);
    const { subscriptionId, owner, call } = scene;
    await settle(app);
    const before = await call('getBillingSummary');
    await call('cancelSubscription', { when: 'period-end' });
    const { date } = before.next_invoice as { readonly date: string };
    return {
      ...scene,
      endsAt: date,
      summary: () => call('getBillingSummary'),
      read: async (path = `/${subscriptionId}`) =>
        (await document(app, `GET /v1/subscriptions${path}`, owner())).json(),
      activities: async () => {
        const { activities } = await call('getActivity', { page: 1, pageSize: 50 });
        return activities as { action: string; details?: object; actor: { id: string } }[];
      },
    };
  }

  it('shows the end everywhere, and no next charge', async () => {
    const { endsAt, summary, read } = await beginEnding();
    expect(await summary()).toMatchObject({
      status: 'active',
      cancel_at: endsAt,
      next_invoice: null,
    });
    expect(await read()).toMatchObject({ status: 'active', cancel_at: endsAt });
    const { subscriptions } = await read('');
    expect(subscriptions).toMatchObject([{ cancel_at: endsAt, next_charge: null }]);
  });

  it('is written in the activity with its end, and mailed', async () => {
    const { endsAt, activities, owner } = await beginEnding();
    const [newest] = await activities();
    expect(newest).toMatchObject({
      action: 'subscription.end-scheduled',
      details: { ends_at: endsAt },
      actor: { id: owner().uid },
    });
    await settle(app);
    expect(await kindsMailed(app, owner())).toEqual(['receipt', 'subscription-ending']);
    const { text } = await lastMail(app, owner());
    expect(text).toContain('Until then everything works');
  });

  it('ends on its day: canceled, its invitations too, and mailed once', async () => {
    const { activities, owner, pass, read, call, subscriptionId, endsAt } = await beginEnding();
    await call('createInvite', { email: 'grace@x.example', permissions: ['access'] });
    await pass(weekMs - minuteMs);
    expect(await read()).toMatchObject({ status: 'active' });
    await pass(2 * minuteMs);
    expect(await read()).toMatchObject({ status: 'canceled', plan_id: 'pro' });
    const { invoices } = await atProvider(app, subscriptionId);
    expect(invoices).toHaveLength(1);
    expect(await activities()).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          action: 'subscription.canceled',
          details: { ends_at: endsAt },
          actor: { id: '', name: '' },
        }),
      ]),
    );
    const kinds = await kindsMailed(app, owner());
    expect(kinds).toEqual(['receipt', 'subscription-ending', 'subscription-canceled']);
    const { text } = await lastMail(app, owner());
    expect(text).toContain('ended as scheduled');
    await pass(weekMs);
    expect(await kindsMailed(app, owner())).toEqual(kinds);
  });

  it('goes on once it is resumed, and says so', async () => {
    const { activities, owner, call, read, summary, endsAt } = await beginEnding();
    await call('resumeSubscription');
    expect(await summary()).toMatchObject({ cancel_at: null, next_invoice: { date: endsAt } });
    expect(await read()).not.toHaveProperty('cancel_at');
    const [newest] = await activities();
    expect(newest).toMatchObject({ action: 'subscription.resumed', actor: { id: owner().uid } });
    await settle(app);
    expect((await kindsMailed(app, owner())).at(-1)).toBe('subscription-resumed');
  });

  it('goes on where another paid plan is bought', async () => {
    const { call, pass, read, summary } = await beginEnding();
    await pass(dayMs);
    const shown = await call('previewPlanChange', { planId: 'enterprise' });
    expect(shown).toMatchObject({ cancel_at: null, next: { amount: 3_000 } });
    const { preview } = shown;
    await call('changeSubscriptionPlan', { planId: 'enterprise', preview });
    expect(await summary()).toMatchObject({ cancel_at: null, plan_id: 'enterprise' });
    await pass(weekMs);
    expect(await read()).toMatchObject({ status: 'active', plan_id: 'enterprise' });
  });

  it('goes on as a free project where Free is chosen', async () => {
    const { call, pass, read, owner, subscriptionId } = await beginEnding();
    await call('changeSubscriptionPlan', { planId: 'free' });
    expect(await read()).toMatchObject({ status: 'active', plan_id: 'free' });
    expect(await read()).not.toHaveProperty('cancel_at');
    const data = { subscriptionId };
    const answer = await callable(app, 'resumeSubscription', { ...owner(), data });
    expect(answer.json().error.details.code).toBe('subscription/not-ending');
    await pass(weekMs + minuteMs);
    expect(await read()).toMatchObject({ status: 'active', plan_id: 'free' });
  });
});
