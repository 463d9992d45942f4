import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectCardLimits } from '../../billing/support/card-limits.ts';
import {
  addCard,
  answerChallenge,
  confirmSetup,
  expectDone,
  findCards,
  openIntent,
  typeCard,
  withoutProvider,
} from '../../billing/support/payment-scenes.ts';
import { countCustomers, removeCustomer } from '../../billing/support/sandbox.ts';
import { expectRejected } from '../../billing/support/unruly-provider.ts';
import { addMember, createTeam, setStatus } from '../../harness/factories.ts';
import { createOwnTestApp, createTestApp, type TestApp } from '../../harness/test-app.ts';
import {
  callable,
  createFreeSubscription,
  createPerson,
  expectRefusal,
  type Person,
} from '../../harness/wire-client.ts';

describe('createSetupIntent', () => {
  let app: TestApp;
  let ada: Person;
  let subscriptionId: string;
  beforeAll(async () => {
    app = await createTestApp();
    await beginOther();
  });
  afterAll(() => app.close());

  async function beginOther(): Promise<void> {
    ({ owner: ada, subscriptionId } = await createTeam(app));
  }

  const begin = ({ idToken }: Person, data: object = { subscriptionId }, key = '') =>
    callable(app, 'createSetupIntent', {
      data,
      idToken,
      ...(key && { headers: { 'idempotency-key': key } }),
    });

  it('lets a card be added, on a free plan too', async () => {
    const id = await addCard(app, { subscriptionId, ...ada });
    expect(await findCards(app, subscriptionId, ada)).toMatchObject([{ id }]);
  });

  it('is repeated for another customer when the first one was removed meanwhile', async () => {
    await beginOther();
    const request = { subscriptionId };
    const { clientSecret } = expectDone(await begin(ada, request, 'one-form'));
    await removeCustomer(app, subscriptionId);
    const repeated = expectDone(await begin(ada, request, 'one-form'));
    expect(repeated.clientSecret).not.toBe(clientSecret);
  });

  it('adds a card whose bank asks once the person has agreed', async () => {
    await beginOther();
    const { clientSecret } = expectDone(await begin(ada));
    const card = await typeCard(app, '4000 0025 0000 3155');
    const added = await confirmSetup(app, String(clientSecret), card);
    expect(added.json()).toMatchObject({ status: 'requires_action' });
    expect(await findCards(app, subscriptionId, ada)).toEqual([]);
    await answerChallenge(app, String(clientSecret), true);
    expect(await findCards(app, subscriptionId, ada)).toMatchObject([{ card: { last4: '3155' } }]);
  });

  it('answers the same key with the same secret, and makes one customer', async () => {
    await beginOther();
    const own = { subscriptionId };
    const customers = await countCustomers(app);
    const first = await begin(ada, own, 'key');
    expect((await begin(ada, own, 'key')).body).toBe(first.body);
    await Promise.all([begin(ada, own), begin(ada, own), begin(ada, own)]);
    expect(await countCustomers(app)).toBe(customers + 1);
  });

  it('refuses with billing/not-set-up where nobody takes money', async () => {
    const own = await createOwnTestApp({ env: { PAYMENT_PROVIDER: 'none' } });
    const joan = await createPerson(own);
    const data = { subscriptionId: await createFreeSubscription(own, joan) };
    const { idToken } = joan;
    expectRefusal(
      await callable(own, 'createSetupIntent', { data, idToken }),
      'billing/not-set-up',
    );
  });

  it('refuses with subscription/canceled', async () => {
    await beginOther();
    await setStatus(app, subscriptionId, 'canceled');
    const customers = await countCustomers(app);
    expectRefusal(await begin(ada), 'subscription/canceled');
    expect(await countCustomers(app)).toBe(customers);
    await beginOther();
  });

  it('refuses with billing/provider-unavailable while nobody answers', async () => {
    const answer = await withoutProvider(app, () => begin(ada));
    expectRefusal(answer, 'billing/provider-unavailable');
    expectDone(await begin(ada));
  });

  it('refuses with billing/under-way while the old owner’s cards are being taken away', async () => {
    const leased = new Date(app.clock.now().getTime() + 60_000);
    await openIntent(app, subscriptionId, ada);
    expectDone(await begin(ada));
    await sql`
      update intents set kind = 'forget-payer', leased_until = ${leased}
      where subscription_id = ${subscriptionId}`.execute(app.db);
    expectRefusal(await begin(ada), 'billing/under-way');
    await beginOther();
  });

  it('refuses with billing/under-way while the first payment is being made', async () => {
    const leased = new Date(app.clock.now().getTime() + 60_000);
    await openIntent(app, subscriptionId, ada);
    await sql`
      update intents set kind = 'create', leased_until = ${leased}
      where id = ${`open-${subscriptionId}`}`.execute(app.db);
    expectRefusal(await begin(ada), 'billing/under-way');
    await sql`delete from intents where id = ${`open-${subscriptionId}`}`.execute(app.db);
    expectDone(await begin(ada));
  });

  it('is for the owner alone, and refuses fields that it does not know', async () => {
    const joan = await createPerson(app);
    await addMember(app, { subscriptionId, uid: joan.uid, permissions: ['access', 'admin'] });
    expectRefusal(await begin(joan), 'access/owner-only');
    expectRefusal(await begin(ada, { subscriptionId, customer: 'cus_1' }), 'request/invalid');
  });

  it('refuses with billing/rejected what the provider will never do', () =>
    expectRejected('createSetup', async ({ app: own, idToken, subscriptionId }) =>
      callable(own, 'createSetupIntent', { data: { subscriptionId }, idToken }),
    ));

  it('stops by billing/too-many-attempts and by billing/verification-required', () =>
    expectCardLimits('createSetupIntent'));
});
