import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { TestApp } from '../../harness/test-app.ts';
import {
  type Answer,
  callable,
  createPerson,
  createVerifiedPerson,
  expectRefusal,
  identity,
  mailedCode,
  newAddress,
  type Person,
} from '../../harness/wire-client.ts';
import {
  atProvider,
  billingInfo,
  countRows,
  expectDone,
  settle,
} from '../support/payment-scenes.ts';
import { buy, forgetCards, openTrialShop, preview } from '../support/trial-scene.ts';

const mastercard = { billingInfo: billingInfo('pm_card_mastercard') };

/** Cents of the purchase's first invoice. */
async function firstCharge(app: TestApp, bought: Answer): Promise<number | undefined> {
  const { invoices } = await atProvider(app, String(expectDone(bought).subscriptionId));
  return invoices[0]?.total;
}

async function expectNoTrial(
  app: TestApp,
  person: Pick<Person, 'idToken'>,
  more: object = {},
): Promise<void> {
  expect(await preview(app, person)).toMatchObject({
    trial_end: null,
    due_now: { amount: 4_000, currency: 'usd' },
  });
  expectRefusal(await buy(app, person, { ...more, trial: true }), 'billing/trial-used');
  expect(await firstCharge(app, await buy(app, person, more))).toBe(4_000);
}

describe('a second trial', () => {
  let app: TestApp;
  let cardless: TestApp;
  beforeAll(async () => {
    app = await openTrialShop();
    cardless = await openTrialShop(false);
  });
  beforeEach(() => forgetCards(app));
  afterAll(async () => {
    await app.close();
    await cardless.close();
  });
  const open = () => createVerifiedPerson(app);

  it('is not had by the account, though its project has ended', async () => {
    const ada = await open();
    const bought = await buy(app, ada);
    expect(await firstCharge(app, bought)).toBe(0);
    const subscriptionId = String(expectDone(bought).subscriptionId);
    const data = { subscriptionId, confirmationId: subscriptionId };
    expectDone(await callable(app, 'cancelSubscription', { ...ada, data }));
    await expectNoTrial(app, ada, mastercard);
  });

  it('is not had by who signs up again with the verified address', async () => {
    const ada = await open();
    expectDone(await buy(app, ada));
    const { rows } = await sql<{ id: string }>`
      select id from subscriptions where owner_id = ${ada.uid}`.execute(app.db);
    const subscriptionId = rows[0]?.id ?? '';
    const data = { subscriptionId, confirmationId: subscriptionId };
    expectDone(await callable(app, 'cancelSubscription', { ...ada, data }));
    const deleted = await identity(app, '/v1/accounts:delete', { idToken: ada.idToken });
    expect(deleted.statusCode, deleted.body).toBe(200);
    await settle(app);

    const { email, password } = ada;
    const body = { email: email.toUpperCase(), password, displayName: 'Ada again' };
    const again = await identity(app, '/v1/accounts:signUp', body);
    expect(again.statusCode, again.body).toBe(200);
    const { idToken, localId: uid } = again.json();
    const person = { ...ada, uid, idToken };
    expect((await preview(app, person)).trial_end).toBeNull();
    const oobCode = await mailedCode(app, { requestType: 'VERIFY_EMAIL', idToken }, email);
    await identity(app, '/v1/accounts:update', { oobCode, idToken });
    await expectNoTrial(app, person, mastercard);
  });

  /** A person whose verified address is this one. */
  async function openAs(email: string): Promise<Pick<Person, 'idToken'>> {
    const body = { email, password: 'wonderland-7', displayName: 'Ada' };
    const signedUp = await identity(app, '/v1/accounts:signUp', body);
    expect(signedUp.statusCode, signedUp.body).toBe(200);
    const { idToken } = signedUp.json();
    const request = { requestType: 'VERIFY_EMAIL', idToken };
    const oobCode = await mailedCode(app, request, email.toLowerCase());
    await identity(app, '/v1/accounts:update', { oobCode, idToken });
    return { idToken };
  }

  it.each([
    ['a.da.one+2@gmail.com', 'adaone@googlemail.com'],
    ['ada.two+x@outlook.com', 'ADA.two+y@outlook.com'],
  ])('is not had with %s by who had one with %s', async (second, first) => {
    expectDone(await buy(app, await openAs(first)));
    await expectNoTrial(app, await openAs(second), mastercard);
  });

  it('is had with an address of a provider that tells such names apart', async () => {
    expectDone(await buy(app, await openAs('ada.three@example.com')));
    expect(await preview(app, await openAs('adathree@example.com'))).toMatchObject({
      trial_end: expect.any(String),
    });
  });

  it('of two mailboxes that are one, bought at a time, only one begins with it', async () => {
    const people = [await openAs('ada4+a@gmail.com'), await openAs('ada4+b@gmail.com')];
    const cards = [{}, mastercard];
    const answers = await Promise.all(people.map((one, index) => buy(app, one, cards[index])));
    const charges = await Promise.all(answers.map((answer) => firstCharge(app, answer)));
    expect(charges.sort()).toEqual([0, 4_000]);
  });

  it('leaves no address readable', async () => {
    const ada = await open();
    expectDone(await buy(app, ada));
    const { rows } = await sql`
      select kind, encode(holder, 'escape') as text from trials t
      where subscription_id in (select id from subscriptions where owner_id = ${ada.uid})
      order by kind`.execute(app.db);
    expect(rows).toMatchObject([{ kind: 'account' }, { kind: 'card' }, { kind: 'email' }]);
    expect(JSON.stringify(rows)).not.toContain(ada.email.split('@')[0]);
  });

  it('is not had with the card of another one, and nothing is charged unasked', async () => {
    const ada = await open();
    expectDone(await buy(app, ada));
    const grace = await createVerifiedPerson(app);
    expect((await preview(app, grace)).trial_end).toEqual(expect.any(String));
    expectRefusal(await buy(app, grace), 'billing/trial-used');
    const { rows } = await sql`
      select id from subscriptions where owner_id = ${grace.uid}`.execute(app.db);
    expect(rows).toEqual([]);
    await expectNoTrial(app, grace);
  });

  it('an address that was not proven takes no trial from its owner', async () => {
    const squatter = await createPerson(app);
    expectDone(await buy(app, squatter));
    const moved = newAddress();
    await sql`update accounts set email = ${moved} where id = ${squatter.uid}`.execute(app.db);
    const { email, password } = squatter;
    const body = { email, password, displayName: 'Owner' };
    const { idToken, localId: uid } = (await identity(app, '/v1/accounts:signUp', body)).json();
    const owner = { ...squatter, uid, idToken };
    expect((await preview(app, owner)).trial_end).toEqual(expect.any(String));
  });

  it('of two purchases at a time only one begins with it', async () => {
    const ada = await open();
    const other = { billingInfo: billingInfo('pm_card_mastercard') };
    const answers = await Promise.all([buy(app, ada), buy(app, ada, other)]);
    const charges = await Promise.all(answers.map((answer) => firstCharge(app, answer)));
    expect(charges.sort()).toEqual([0, 4_000]);
  });

  it('of two that expect it, the other is refused and charges nothing', async () => {
    const ada = await open();
    const other = { billingInfo: billingInfo('pm_card_mastercard'), trial: true };
    const answers = await Promise.all([buy(app, ada, { trial: true }), buy(app, ada, other)]);
    const [done, refused] = answers.sort((one, next) => one.statusCode - next.statusCode);
    expect(await firstCharge(app, done ?? expect.fail())).toBe(0);
    expectRefusal(refused ?? expect.fail(), 'billing/trial-used');
  });

  it('is had after a purchase whose card could not be kept', async () => {
    const ada = await open();
    const before = await countRows(app, 'trials');
    const declined = { billingInfo: billingInfo('pm_card_chargeDeclined') };
    expectRefusal(await buy(app, ada, declined), 'billing/card-refused', 'Your card was declined.');
    expect(await countRows(app, 'trials')).toBe(before);
    expect(await firstCharge(app, await buy(app, ada))).toBe(0);
  });

  it('without a card wants a proven address', async () => {
    const grace = await createPerson(cardless);
    const answer = await buy(cardless, grace, { billingInfo: undefined });
    expectRefusal(answer, 'billing/verification-required');
    expect(await countRows(cardless, 'trials')).toBe(0);
  });

  it('without a card is refused with billing/card-missing to who had one', async () => {
    const ada = await createVerifiedPerson(cardless);
    expectDone(await buy(cardless, ada, { billingInfo: undefined }));
    const data = { billingInfo: undefined, frequency: 'year' };
    expectRefusal(await buy(cardless, ada, data), 'billing/card-missing');
  });
});
