import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { tax } from '../../src/cli/billing.ts';
import {
  atProvider,
  billingInfo,
  dayMs,
  expectDone,
  settle,
} from '../billing/support/payment-scenes.ts';
import { clearAddress, living } from '../billing/support/tax-scenes.ts';
import { away, createUnrulyProvider } from '../billing/support/unruly-provider.ts';
import { monthlyYearly } from '../harness/plan-prices.ts';
import { createOwnTestApp, findLocation, type TestApp } from '../harness/test-app.ts';
import { callable, createPerson, type Person, signIn } from '../harness/wire-client.ts';

const hourMs = 3_600_000;
const { steps, wrap } = createUnrulyProvider();

/** Projects that were bought before their operator had taxes computed: 40.00 a month, in Germany. */
describe('billing tax', () => {
  let app: TestApp;
  let ada: Person;
  let id: string;
  let billing: { cancel: 'now'; promotionCodes: boolean; tax: 'off' | 'automatic' };
  beforeEach(async () => {
    billing = { cancel: 'now', promotionCodes: false, tax: 'off' };
    app = await createOwnTestApp({ product: { ...monthlyYearly(), billing }, payments: wrap });
    ada = await createPerson(app);
    id = await buy();
  });
  afterEach(() => steps.clear());

  async function buy(frequency: 'month' | 'year' = 'month'): Promise<string> {
    const info = { ...billingInfo(), billingDetails: living('DE') };
    const data = { planId: 'pro', frequency, currency: 'usd', billingInfo: info };
    const { idToken } = ada;
    const bought = expectDone(await callable(app, 'createSubscription', { data, idToken }));
    return String(bought.subscriptionId);
  }

  /** Has the effect of a restart with the changed configuration; the reconciler reads all within the hour. */
  async function switchOn(): Promise<void> {
    billing.tax = 'automatic';
    app.clock.advance(1.1 * hourMs);
    await settle(app);
  }

  const run = async (name: string, isMeant: boolean) =>
    tax({ name, isMeant }, { ...app, location: await findLocation(app), wrap });

  async function renew(): Promise<number[]> {
    app.clock.advance(32 * dayMs);
    await settle(app);
    return (await atProvider(app, id)).invoices.map(({ due }) => due);
  }

  async function listIntents(): Promise<unknown[]> {
    const { rows } = await sql`
      select status from intents where kind = 'start-taxes' and subscription_id = ${id}`.execute(
      app.db,
    );
    return rows;
  }

  it('lists them and changes nothing', async () => {
    await switchOn();
    const { text, exitCode } = await run('--all', false);
    expect(exitCode).toBe(0);
    expect(text).toMatch(
      new RegExp(`${id} {2}pro {2}\\$40\\.00, renews at \\d{4}-.*--yes\\.$`, 's'),
    );
    expect(await renew()).toEqual([4_000, 4_000]);
  });

  it('meant: has the next renewal taxed, once, and finds none afterwards', async () => {
    await switchOn();
    expect(await run('--all', true)).toEqual({ text: `  ${id}  done`, exitCode: 0 });
    // 19 % of 40.00.
    expect(await renew()).toEqual([4_000, 4_760]);
    const again = await run('--all', true);
    expect(again).toMatchObject({ text: expect.stringMatching(/^No project/), exitCode: 0 });
    expect(await listIntents()).toEqual([{ status: 'done' }]);
    expect((await run(id, true)).text).toBe(
      'The renewals of this project are taxed, or it pays nothing.',
    );
  });

  it('leaves those out that are bought with taxes', async () => {
    await switchOn();
    ada = await signIn(app, ada);
    const later = await buy();
    const { text } = await run('--all', false);
    expect(text).toContain(id);
    expect(text).not.toContain(later);
  });

  it('while the provider is away: stays open, and is finished by the server', async () => {
    await switchOn();
    steps.set('resumeTaxes', away);
    const { text, exitCode } = await run(id, true);
    expect(exitCode).toBe(1);
    expect(text).toContain('stays open, and is finished by a running server');
    expect((await run(id, true)).text).toContain('A change of this project is open.');
    steps.clear();
    app.clock.advance(3 * 60_000);
    await settle(app);
    expect(await listIntents()).toEqual([{ status: 'done' }]);
    expect(await renew()).toEqual([4_000, 4_760]);
  });

  it('without a known place: says so and goes on without tax', async () => {
    await clearAddress(app, id);
    await switchOn();
    const { text, exitCode } = await run('--all', true);
    expect([text, exitCode]).toEqual([`  ${id}  refused (billing/address-incomplete)`, 1]);
    expect(await renew()).toEqual([4_000, 4_000]);
  });

  it('while a plan change is scheduled: leaves the project as it is', async () => {
    const yearly = await buy('year');
    const data = { subscriptionId: yearly, planId: 'pro', frequency: 'month' };
    const { idToken } = ada;
    expectDone(await callable(app, 'changeSubscriptionPlan', { data, idToken }));
    await switchOn();
    const { text, exitCode } = await run(yearly, true);
    expect(text).toContain('not changed: A plan change of this project is scheduled.');
    expect(exitCode).toBe(1);
  });

  it('refuses while no taxes are computed', async () => {
    await expect(run('--all', true)).rejects.toThrow(/`billing.tax` .* is off/);
  });
});
