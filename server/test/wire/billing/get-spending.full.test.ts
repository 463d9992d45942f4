import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  addCard,
  createPaidSubscription,
  expectDone,
  passTime,
  settle,
  weekMs,
} from '../../billing/support/payment-scenes.ts';
import { openDashboard } from '../../billing/support/sandbox-dashboard.ts';
import { addMember, setStatus } from '../../harness/factories.ts';
import { createTestApp, type TestApp } from '../../harness/test-app.ts';
import {
  callable,
  createFreeSubscription,
  createPerson,
  expectRefusal,
  type Person,
} from '../../harness/wire-client.ts';

interface Answer {
  readonly currency: string;
  readonly periods: readonly {
    readonly starts_at: string;
    readonly ends_at: string;
    readonly paid: number;
    readonly unpaid: number;
  }[];
}

describe('getSpending', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await createTestApp();
  });
  afterAll(() => app.close());

  const ask = ({ idToken }: Pick<Person, 'idToken'>, subscriptionId: string, more = {}) =>
    callable(app, 'getSpending', { data: { subscriptionId, ...more }, idToken });

  async function read(person: Person, subscriptionId: string): Promise<Answer> {
    const answer = await ask(person, subscriptionId);
    expect(answer.statusCode, answer.body).toBe(200);
    return answer.json().data;
  }

  it('sums 12 periods, the present one last, each as long as what is charged', async () => {
    const ada = await createPerson(app);
    const subscriptionId = await createPaidSubscription(app, ada);
    const later = await passTime(app, 2 * weekMs + 60_000, ada);

    const { currency, periods } = await read(later, subscriptionId);

    expect(currency).toBe('usd');
    expect(periods.map(({ paid }) => paid)).toEqual([...Array(9).fill(0), 1_000, 1_000, 1_000]);
    expect(periods.map(({ unpaid }) => unpaid)).toEqual(Array(12).fill(0));
    for (const [index, { starts_at, ends_at }] of periods.entries()) {
      expect(Date.parse(ends_at) - Date.parse(starts_at)).toBe(weekMs);
      expect(starts_at).toBe(periods[index - 1]?.ends_at ?? starts_at);
    }
    const now = app.clock.now().toISOString();
    const present = periods.at(-1);
    expect(present && present.starts_at <= now && now < present.ends_at).toBe(true);
  });

  it('takes off what went back, and shows what is owed beside what is paid', async () => {
    const ada = await createPerson(app);
    const subscriptionId = await createPaidSubscription(app, ada);
    await openDashboard(app, subscriptionId).refund(300);
    await settle(app);
    const paymentMethodId = await addCard(app, { ...ada, subscriptionId }, '4000000000000341');
    const data = { subscriptionId, paymentMethodId };
    expectDone(await callable(app, 'setDefaultPaymentMethod', { ...ada, data }));
    const later = await passTime(app, weekMs + 60_000, ada);
    const { periods } = await read(later, subscriptionId);
    expect(periods.slice(-2)).toMatchObject([
      { paid: 700, unpaid: 0 },
      { paid: 0, unpaid: 1_000 },
    ]);
  });

  it.each([
    ['open', 1_000],
    ['won', 1_000],
    ['lost', 0],
  ] as const)('with a dispute that is %s: counts %i as paid', async (dispute, paid) => {
    const ada = await createPerson(app);
    const subscriptionId = await createPaidSubscription(app, ada);
    const dashboard = openDashboard(app, subscriptionId);
    await dashboard.dispute('open');
    if (dispute !== 'open') {
      await dashboard.dispute(dispute);
    }
    await settle(app);
    expect((await read(ada, subscriptionId)).periods.at(-1)).toMatchObject({ paid });
  });

  it('answers nothing spent for a free subscription', async () => {
    const ada = await createPerson(app);
    const { currency, periods } = await read(ada, await createFreeSubscription(app, ada));
    expect(currency).toBe('usd');
    expect(periods).toHaveLength(12);
    expect(periods.every(({ paid, unpaid }) => paid === 0 && unpaid === 0)).toBe(true);
  });

  it('is for members, also while nothing is paid; a foreign and an unknown one answer alike', async () => {
    const [ada, member] = [await createPerson(app), await createPerson(app)];
    const subscriptionId = await createFreeSubscription(app, ada);
    await addMember(app, { subscriptionId, uid: member.uid });
    expect((await read(member, subscriptionId)).periods).toHaveLength(12);
    const foreign = await ask(await createPerson(app), subscriptionId);
    expectRefusal(foreign, 'access/denied');
    expect((await ask(ada, 'nothing')).body).toBe(foreign.body);
    await setStatus(app, subscriptionId, 'unpaid');
    expect((await read(ada, subscriptionId)).periods).toHaveLength(12);
    expectRefusal(
      await callable(app, 'getSpending', { data: { subscriptionId } }),
      'auth/unauthenticated',
    );
    expectRefusal(await ask(ada, subscriptionId, { periods: 3 }), 'request/invalid');
  });
});
