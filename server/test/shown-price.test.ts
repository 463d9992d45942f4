import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPaidSubscription } from './billing.ts';
import { atProvider, dayMs, expectDone, passTime, readSubscription } from './payment-scenes.ts';
import { createTestApp, type TestApp } from './test-app.ts';
import { callable, createPerson, expectRefusal, type Person } from './wire-client.ts';

interface Scene {
  ada: Person;
  readonly subscriptionId: string;
}

describe('a plan change', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await createTestApp();
  });
  afterAll(() => app.close());

  async function begin(): Promise<Scene> {
    const ada = await createPerson(app);
    return { ada, subscriptionId: await createPaidSubscription(app, ada) };
  }

  const call = (name: string, { ada, subscriptionId }: Scene, planId: string) =>
    callable(app, name, { data: { subscriptionId, planId }, idToken: ada.idToken });
  const change = (scene: Scene, planId: string) => call('changeSubscriptionPlan', scene, planId);

  async function preview(scene: Scene, planId: string) {
    const shown = expectDone(await call('previewPlanChange', scene, planId));
    return shown as { due_now: { amount: number } };
  }

  const planOf = async ({ ada, subscriptionId }: Scene) =>
    (await readSubscription(app, subscriptionId, ada)).plan_id;

  it('takes nothing else than was shown, also after more than 10 minutes', async () => {
    const scene = await begin();
    scene.ada = await passTime(app, dayMs, scene.ada);
    const shown = await preview(scene, 'enterprise');
    scene.ada = await passTime(app, 3_600_000, scene.ada);
    expectRefusal(await change(scene, 'enterprise'), 'billing/preview-outdated');
    const again = await preview(scene, 'enterprise');
    expect(again.due_now.amount).toBeLessThan(shown.due_now.amount);
    expectDone(await change(scene, 'enterprise'));
    const { invoices } = await atProvider(app, scene.subscriptionId);
    expect(invoices.at(-1)?.due).toBe(again.due_now.amount);
  });

  it('reckons from now what was shown long ago and still costs the same', async () => {
    const scene = await begin();
    await preview(scene, 'free');
    scene.ada = await passTime(app, dayMs, scene.ada);
    expectDone(await change(scene, 'free'));
    expect(await planOf(scene)).toBe('free');
  });

  it('holds nobody to what was shown before they moved to it', async () => {
    const scene = await begin();
    await preview(scene, 'enterprise');
    expectDone(await change(scene, 'enterprise'));
    expectDone(await change(scene, 'pro'));
    scene.ada = await passTime(app, dayMs, scene.ada);
    expectDone(await change(scene, 'enterprise'));
    expect(await planOf(scene)).toBe('enterprise');
  });
});
