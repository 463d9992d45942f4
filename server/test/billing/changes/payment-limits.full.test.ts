import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { createOwnTestApp, type TestApp, type TestSettings } from '../../harness/test-app.ts';
import {
  type Answer,
  callable,
  createFreeSubscription,
  createPerson,
  createVerifiedPerson,
  expectRefusal,
  type Person,
} from '../../harness/wire-client.ts';
import { emptyBucket } from '../support/card-limits.ts';
import {
  addCard,
  billingInfo,
  createPaidSubscription,
  dayMs,
  passTime,
  settle,
  weekMs,
} from '../support/payment-scenes.ts';

const minute = 60_000;
const declinedCard = 'pm_card_chargeDeclined';

const limitedApp = ({ env, ...settings }: TestSettings = {}) =>
  createOwnTestApp({ env: { RATE_LIMITS: 'on', ...env }, ...settings });

interface Buying {
  readonly card?: string;
  readonly key?: string;
  readonly from?: string;
}

function buy(app: TestApp, { idToken }: Person, buying: Buying = {}): Promise<Answer> {
  const { card = declinedCard, key = randomUUID(), from } = buying;
  return callable(app, 'createSubscription', {
    data: { planId: 'pro', billingInfo: billingInfo(card) },
    idToken,
    headers: { 'idempotency-key': key, ...(from && { 'x-forwarded-for': from }) },
  });
}

const codeOf = (answer: Answer) => answer.json().error?.details.code ?? 'ok';

async function buyTimes(app: TestApp, person: Person, times: number): Promise<string[]> {
  const codes: string[] = [];
  for (let time = 0; time < times; time += 1) {
    codes.push(codeOf(await buy(app, person)));
  }
  return codes;
}

const count = (codes: readonly string[], code: string) =>
  codes.filter((one) => one === code).length;

describe('a verified person whose cards are declined', () => {
  it('has eight attempts, and then one every half hour', async () => {
    const app = await limitedApp();
    const ada = await createVerifiedPerson(app);
    const codes = await buyTimes(app, ada, 10);
    expect(count(codes, 'billing/card-refused')).toBe(8);
    expect(codes.slice(8)).toEqual(['billing/too-many-attempts', 'billing/too-many-attempts']);
    const again = await passTime(app, 30 * minute, ada);
    expect(await buyTimes(app, again, 2)).toEqual([
      'billing/card-refused',
      'billing/too-many-attempts',
    ]);
  });

  it('gains nothing by sending 20 at once', async () => {
    const app = await limitedApp();
    const ada = await createVerifiedPerson(app);
    const answers = await Promise.all(Array.from({ length: 20 }, () => buy(app, ada)));
    const codes = answers.map(codeOf);
    expect(count(codes, 'billing/card-refused')).toBeLessThanOrEqual(8);
    expect(count(codes, 'billing/too-many-attempts')).toBeGreaterThanOrEqual(12);
  });

  it('gets an attempt back with each card that pays', async () => {
    const app = await limitedApp();
    const ada = await createVerifiedPerson(app);
    await buyTimes(app, ada, 7);
    for (const _time of Array(5)) {
      expect(codeOf(await buy(app, ada, { card: 'pm_card_visa' }))).toBe('ok');
    }
    expect(await buyTimes(app, ada, 2)).toEqual([
      'billing/card-refused',
      'billing/too-many-attempts',
    ]);
  });

  it('loses nothing by a request that is repeated', async () => {
    const app = await limitedApp();
    const ada = await createVerifiedPerson(app);
    const key = randomUUID();
    for (const _time of Array(12)) {
      expectRefusal(await buy(app, ada, { key }), 'billing/card-refused', '');
    }
    expect(count(await buyTimes(app, ada, 9), 'billing/card-refused')).toBe(7);
  });

  it('counts the network, whichever accounts it opens', async () => {
    const app = await limitedApp({ env: { TRUST_PROXY: '1' } });
    const buyFrom = async (from: string) =>
      codeOf(await buy(app, await createVerifiedPerson(app), { from }));
    expect(await buyFrom('2001:db8:7:1::1')).toBe('billing/card-refused');
    expect(await buyFrom('2001:db8:7:1::2')).toBe('billing/card-refused');
    const key = 'card network 2001:db8:7:1::/64';
    const { rows } = await sql<{ full_at: Date }>`
      select full_at from rate_limits where key_hash = sha256(${key}::bytea)`.execute(app.db);
    const takenMs = (rows[0]?.full_at.getTime() ?? 0) - app.clock.now().getTime();
    expect(Math.ceil(takenMs / (5 * minute))).toBe(2);

    await emptyBucket(app, { key, burst: 40, everyMs: 5 * minute });
    expect(await buyFrom('2001:db8:7:1:ffff::1')).toBe('billing/too-many-attempts');
    expect(await buyFrom('2001:db8:7:2::1')).toBe('billing/card-refused');
  });

  it('spends nothing of the subscription with requests that their own limit refuses', async () => {
    const app = await limitedApp();
    const ada = await createVerifiedPerson(app);
    const subscriptionId = await createFreeSubscription(app, ada);
    await buyTimes(app, ada, 8);
    const change = (person: Person) =>
      callable(app, 'changeSubscriptionPlan', {
        data: { subscriptionId, planId: 'pro', billingInfo: billingInfo(declinedCard) },
        idToken: person.idToken,
        headers: { 'idempotency-key': randomUUID() },
      });
    for (const _time of Array(30)) {
      expectRefusal(await change(ada), 'billing/too-many-attempts');
    }
    const { rows } = await sql`
      select 1 from rate_limits
      where key_hash = sha256(${`card subscription ${subscriptionId}`}::bytea)`.execute(app.db);
    expect(rows).toEqual([]);

    // The subscription's own limit holds for whoever owns it next, too.
    for (const _time of Array(12)) {
      await sql`delete from rate_limits
        where key_hash = sha256(${`card ${ada.uid}`}::bytea)`.execute(app.db);
      await change(ada);
    }
    expectRefusal(await change(ada), 'billing/too-many-attempts');
    await sql`delete from rate_limits
      where key_hash = sha256(${`card subscription ${subscriptionId}`}::bytea)`.execute(app.db);
    expectRefusal(await change(ada), 'billing/card-refused', '');
  });
});

describe('an unverified person whose cards are declined', () => {
  it('verifies after two, and waiting for half an hour does not help', async () => {
    const app = await limitedApp();
    const ada = await createPerson(app);
    expect(await buyTimes(app, ada, 3)).toEqual([
      'billing/card-refused',
      'billing/card-refused',
      'billing/verification-required',
    ]);
    const later = await passTime(app, 3 * 60 * minute, ada);
    expect(codeOf(await buy(app, later))).toBe('billing/verification-required');
    await sql`truncate rate_limits`.execute(app.db);
    expect(codeOf(await buy(app, later))).toBe('billing/verification-required');

    await sql`update accounts set email_verified = true where id = ${ada.uid}`.execute(app.db);
    expect(codeOf(await buy(app, later, { card: 'pm_card_visa' }))).toBe('ok');
  });

  it('may try again a day later', async () => {
    const app = await limitedApp();
    const ada = await createPerson(app);
    await buyTimes(app, ada, 2);
    const later = await passTime(app, dayMs, ada);
    expect(codeOf(await buy(app, later))).toBe('billing/card-refused');
    const { rows } = await sql`select 1 from card_declines`.execute(app.db);
    expect(rows).toHaveLength(1);
  });

  it('has no third attempt by sending many at once', async () => {
    const app = await limitedApp();
    const ada = await createPerson(app);
    const answers = await Promise.all(Array.from({ length: 12 }, () => buy(app, ada)));
    const codes = answers.map(codeOf);
    expect(count(codes, 'billing/card-refused')).toBeLessThanOrEqual(2);
    expect(count(codes, 'billing/verification-required')).toBeGreaterThanOrEqual(10);
  });

  it('pays as often as the cards are good', async () => {
    const app = await limitedApp();
    const ada = await createPerson(app);
    for (const _time of Array(5)) {
      expect(codeOf(await buy(app, ada, { card: 'pm_card_visa' }))).toBe('ok');
    }
  });

  it('verifies from the start where the settings say so', async () => {
    const app = await createOwnTestApp({ product: { payments: { verifiedEmailFirst: true } } });
    const ada = await createPerson(app);
    const subscriptionId = await createFreeSubscription(app, ada);
    const visa = { card: 'pm_card_visa' };
    expectRefusal(await buy(app, ada, visa), 'billing/verification-required');
    const form = { ...ada, data: { subscriptionId } };
    expectRefusal(await callable(app, 'createSetupIntent', form), 'billing/verification-required');
    const verified = await createVerifiedPerson(app);
    expect(codeOf(await buy(app, verified, visa))).toBe('ok');
  });
});

describe('what is owed', () => {
  /** Its last renewal was declined. */
  async function owing() {
    const app = await limitedApp();
    const buyer = await createVerifiedPerson(app);
    const answer = await buy(app, buyer, { card: 'pm_card_visa' });
    const { subscriptionId } = answer.json().data;
    const card = await addCard(app, { ...buyer, subscriptionId }, '4000000000000341');
    const data = { subscriptionId, paymentMethodId: card };
    await callable(app, 'setDefaultPaymentMethod', { ...buyer, data });
    const owner = await passTime(app, weekMs + dayMs / 2, buyer);
    await settle(app);
    return { app, owner, subscriptionId, data };
  }

  const declines = async ({ db }: TestApp) =>
    (await sql`select 1 from card_declines`.execute(db)).rows.length;

  it('is tried eight times by its owner, and renewals of ours take nothing', async () => {
    const { app, owner, subscriptionId } = await owing();
    expect(await declines(app)).toBe(0);
    const codes: string[] = [];
    for (const _time of Array(9)) {
      const data = { subscriptionId };
      codes.push(codeOf(await callable(app, 'resumePayment', { ...owner, data })));
    }
    expect(codes).toEqual([...Array(8).fill('billing/card-refused'), 'billing/too-many-attempts']);
    expect(await declines(app)).toBe(8);
  });

  it('counts a card that is made the default one and does not pay', async () => {
    const { app, owner, data } = await owing();
    const codes: string[] = [];
    for (const _time of Array(9)) {
      codes.push(codeOf(await callable(app, 'setDefaultPaymentMethod', { ...owner, data })));
    }
    expect(codes).toEqual([...Array(8).fill('ok'), 'billing/too-many-attempts']);
    expect(await declines(app)).toBe(8);
  });
});

describe('forms for adding a card', () => {
  it('are twenty at once, and a repeated request takes none', async () => {
    const app = await limitedApp();
    const ada = await createVerifiedPerson(app);
    const subscriptionId = await createFreeSubscription(app, ada);
    const open = (key: string) =>
      callable(app, 'createSetupIntent', {
        data: { subscriptionId },
        idToken: ada.idToken,
        headers: { 'idempotency-key': key },
      });
    const secrets = new Set<string>();
    for (const _time of Array(30)) {
      secrets.add((await open('one key')).json().data.clientSecret);
    }
    expect(secrets.size).toBe(1);
    for (const _time of Array(19)) {
      expect(codeOf(await open(randomUUID()))).toBe('ok');
    }
    expectRefusal(await open(randomUUID()), 'billing/too-many-attempts');
    app.clock.advance(10 * minute);
    expect(codeOf(await open(randomUUID()))).toBe('ok');
  });
});

describe('changes that can be made and undone for ever', () => {
  it('projects of one person, each of which is canceled again: are twenty at once, then one every half hour', async () => {
    const app = await limitedApp();
    const ada = await createPerson(app);
    const createAndCancel = async ({ idToken }: Person) => {
      const made = await callable(app, 'createSubscription', { data: { planId: 'free' }, idToken });
      const subscriptionId = made.json().data?.subscriptionId;
      if (subscriptionId !== undefined) {
        const data = { subscriptionId, confirmationId: subscriptionId };
        expect(codeOf(await callable(app, 'cancelSubscription', { data, idToken }))).toBe('ok');
      }
      return codeOf(made);
    };
    for (const _time of Array(20)) {
      expect(await createAndCancel(ada)).toBe('ok');
    }
    expect(await createAndCancel(ada)).toBe('auth/too-many-requests');
    expect(await createAndCancel(await createPerson(app))).toBe('ok');
    const later = await passTime(app, 30 * minute, ada);
    expect(await createAndCancel(later)).toBe('ok');
    expect(await createAndCancel(later)).toBe('auth/too-many-requests');
  });

  it('an end that is set and taken back: thirty at once, then one every five minutes, and an end at once always', async () => {
    const product = { billing: { cancel: 'ask' as const, promotionCodes: false } };
    const app = await limitedApp({ product });
    const ada = await createVerifiedPerson(app);
    const subscriptionId = await createPaidSubscription(app, ada);
    const own = { subscriptionId, confirmationId: subscriptionId };
    const end = ({ idToken }: Person, when: 'now' | 'period-end') =>
      callable(app, 'cancelSubscription', { data: { ...own, when }, idToken });
    const takeBack = ({ idToken }: Person) =>
      callable(app, 'resumeSubscription', { data: { subscriptionId }, idToken });
    for (const _time of Array(15)) {
      expect(codeOf(await end(ada, 'period-end'))).toBe('ok');
      expect(codeOf(await takeBack(ada))).toBe('ok');
    }
    expect(codeOf(await end(ada, 'period-end'))).toBe('auth/too-many-requests');
    const later = await passTime(app, 5 * minute, ada);
    expect(codeOf(await end(later, 'period-end'))).toBe('ok');
    expect(codeOf(await takeBack(later))).toBe('auth/too-many-requests');
    expect(codeOf(await end(later, 'now'))).toBe('ok');
  });
});
