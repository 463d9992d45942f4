import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { addMember, itemRows } from '../../harness/factories.ts';
import { withPrice } from '../../harness/plan-prices.ts';
import { createOwnTestApp, createTestApp, type TestApp } from '../../harness/test-app.ts';
import {
  callable,
  createFreeSubscription,
  createPerson,
  expectRefusal,
  type Person,
} from '../../harness/wire-client.ts';
import {
  atProvider,
  billingInfo,
  createPaidSubscription,
  dayMs,
  expectDone,
  passTime,
  readSubscription,
} from '../support/payment-scenes.ts';
import { createUnrulyProvider } from '../support/unruly-provider.ts';

interface Scene {
  ada: Person;
  readonly subscriptionId: string;
}

interface Shown {
  readonly due_now: { readonly amount: number };
  readonly preview: string;
}

const minuteMs = 60_000;

describe('a plan change', () => {
  let app: TestApp;
  const { steps, wrap } = createUnrulyProvider();
  beforeAll(async () => {
    app = await createTestApp({ payments: wrap });
  });
  afterEach(() => steps.clear());
  afterAll(() => app.close());

  async function begin(): Promise<Scene> {
    const ada = await createPerson(app);
    return { ada, subscriptionId: await createPaidSubscription(app, ada) };
  }

  async function beginFree(person?: Person): Promise<Scene> {
    const ada = person ?? (await createPerson(app));
    return { ada, subscriptionId: await createFreeSubscription(app, ada) };
  }

  const call = (name: string, { ada, subscriptionId }: Scene, data: object) =>
    callable(app, name, { data: { subscriptionId, ...data }, idToken: ada.idToken });
  const change = (scene: Scene, planId: string, more: object = {}) =>
    call('changeSubscriptionPlan', scene, { planId, ...more });

  async function preview(scene: Scene, planId: string): Promise<Shown> {
    return expectDone(await call('previewPlanChange', scene, { planId })) as unknown as Shown;
  }

  const planOf = async ({ ada, subscriptionId }: Scene) =>
    (await readSubscription(app, subscriptionId, ada)).plan_id;

  const dueAtProvider = async ({ subscriptionId }: Scene) =>
    (await atProvider(app, subscriptionId)).invoices.at(-1)?.due;

  async function expectOutdated(scene: Scene, token: string, planId = 'enterprise') {
    const answer = await change(scene, planId, { preview: token });
    expectRefusal(answer, 'billing/preview-outdated');
    expect(await planOf(scene)).toBe('pro');
  }

  it('costs nothing else than was shown, also after more than 10 minutes', async () => {
    const scene = await begin();
    scene.ada = await passTime(app, dayMs, scene.ada);
    const shown = await preview(scene, 'enterprise');
    scene.ada = await passTime(app, 60 * minuteMs, scene.ada);
    await expectOutdated(scene, shown.preview);
    const again = await preview(scene, 'enterprise');
    expect(again.due_now.amount).toBeLessThan(shown.due_now.amount);
    expectDone(await change(scene, 'enterprise', { preview: again.preview }));
    expect(await dueAtProvider(scene)).toBe(again.due_now.amount);
  });

  it('is made after an expired preview where it still costs the same', async () => {
    const scene = await beginFree();
    const shown = await preview(scene, 'pro');
    scene.ada = await passTime(app, dayMs, scene.ada);
    const info = { billingInfo: billingInfo() };
    expectDone(await change(scene, 'pro', { ...info, preview: shown.preview }));
    expect(await dueAtProvider(scene)).toBe(shown.due_now.amount);
  });

  it('is computed from now where no preview is sent back', async () => {
    const scene = await begin();
    scene.ada = await passTime(app, dayMs, scene.ada);
    const shown = await preview(scene, 'enterprise');
    scene.ada = await passTime(app, 9 * minuteMs, scene.ada);
    expectDone(await change(scene, 'enterprise'));
    expect(await dueAtProvider(scene)).toBeLessThan(shown.due_now.amount);
  });

  it.each(['first', 'second'])('costs what its own tab has shown: the %s of two', async (tab) => {
    const scene = await begin();
    scene.ada = await passTime(app, dayMs, scene.ada);
    const first = await preview(scene, 'enterprise');
    scene.ada = await passTime(app, 9 * minuteMs, scene.ada);
    const second = await preview(scene, 'enterprise');
    expect(second.due_now.amount).not.toBe(first.due_now.amount);
    const shown = tab === 'first' ? first : second;
    expectDone(await change(scene, 'enterprise', { preview: shown.preview }));
    expect(await dueAtProvider(scene)).toBe(shown.due_now.amount);
  });

  it('is refused with a preview that the server did not sign', async () => {
    const scene = await begin();
    const { preview: token } = await preview(scene, 'enterprise');
    const [cost = '', signature = ''] = token.split('.');
    const text = Buffer.from(cost, 'base64url').toString();
    const cheaper = text.replace(/"amount":\d+/, '"amount":1');
    expect(cheaper).not.toBe(text);
    const forged = `${Buffer.from(cheaper).toString('base64url')}.${signature}`;
    for (const one of [forged, '', '.', cost, `${cost}.`, `.${signature}`, `${token}.`, 'signed']) {
      await expectOutdated(scene, one);
    }
    expectDone(await change(scene, 'enterprise', { preview: token }));
  });

  it('is refused with the preview of another plan', async () => {
    const scene = await begin();
    await expectOutdated(scene, (await preview(scene, 'enterprise')).preview, 'free');
  });

  it('is refused with the preview of another project, at the same cost', async () => {
    const one = await beginFree();
    // Another creation within a minute would be the same request.
    one.ada = await passTime(app, 2 * minuteMs, one.ada);
    const other = await beginFree(one.ada);
    const { preview: token } = await preview(other, 'pro');
    const late = { billingInfo: billingInfo(), preview: token };
    expectRefusal(await change(one, 'pro', late), 'billing/preview-outdated');
    expectDone(await change(other, 'pro', late));
  });

  it('is refused with the preview of the owner before a transfer', async () => {
    const scene = await begin();
    const { subscriptionId } = scene;
    const { preview: token } = await preview(scene, 'enterprise');
    const grace = await createPerson(app, 'Grace');
    await addMember(app, { subscriptionId, uid: grace.uid, permissions: ['access', 'admin'] });
    const transfer = { newOwnerId: grace.uid };
    expectDone(await call('transferSubscriptionOwnership', scene, transfer));
    scene.ada = grace;
    await expectOutdated(scene, token);
    const own = await preview(scene, 'enterprise');
    const info = { billingInfo: billingInfo() };
    expectDone(await change(scene, 'enterprise', { ...info, preview: own.preview }));
  });

  it('is refused with a preview from before another change', async () => {
    const scene = await begin();
    const { preview: token } = await preview(scene, 'enterprise');
    expectDone(await change(scene, 'free'));
    const late = { billingInfo: billingInfo(), preview: token };
    expectRefusal(await change(scene, 'enterprise', late), 'billing/preview-outdated');
    expect(await planOf(scene)).toBe('free');
  });

  it.each([
    ['of the plan', sql`update subscriptions set plan_id = 'free' where id = `],
    [
      'of the price',
      sql`update billing_accounts set items = ${itemRows('price_new')} where subscription_id = `,
    ],
  ])(
    'is refused where another change %s came first while the provider was asked',
    async (_which, update) => {
      const scene = await begin();
      const { preview: token } = await preview(scene, 'enterprise');
      steps.set('previewChange', async (act) => {
        const answer = await act();
        await sql`${update}${scene.subscriptionId}`.execute(app.db);
        return answer;
      });
      const late = await change(scene, 'enterprise', { preview: token });
      expectRefusal(late, 'billing/preview-outdated');
      expect((await atProvider(app, scene.subscriptionId)).invoices).toHaveLength(1);
    },
  );
});

describe('a plan change after the prices in the configuration have changed', () => {
  it.each([
    ['is refused with a preview at the price before', 'enterprise', 'billing/preview-outdated'],
    ['is made where they are those of the plan that it comes from', 'pro', null],
  ] as const)('%s', async (_which, planId, refusal) => {
    const app = await createOwnTestApp({});
    const { idToken } = await createPerson(app);
    const data = {
      subscriptionId: await createPaidSubscription(app, { idToken }),
      planId: 'enterprise',
    };
    const { preview } = expectDone(await callable(app, 'previewPlanChange', { data, idToken }));
    const plans = app.config.product.plans;
    plans.splice(
      0,
      plans.length,
      ...plans.map((plan) =>
        plan.id === planId ? withPrice(plan, { priceIds: ['price_new'] }) : plan,
      ),
    );
    const late = { data: { ...data, preview }, idToken };
    const answer = await callable(app, 'changeSubscriptionPlan', late);
    if (refusal) {
      expectRefusal(answer, refusal);
    } else {
      // The subscriber pays the price before until the change, so the preview holds.
      expectDone(answer);
    }
  });
});
