import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { addMember } from '../../harness/factories.ts';
import { hurryJobs } from '../../harness/hurry-jobs.ts';
import { createTestApp, type TestApp } from '../../harness/test-app.ts';
import {
  type Answer,
  applyCode,
  callable,
  changeEmail,
  createFreeSubscription,
  createVerifiedPerson,
  identity,
  mailedCode,
  newAddress,
  type Person,
  receivedCode,
} from '../../harness/wire-client.ts';
import {
  addCard,
  atProvider,
  billingInfo,
  createPaidSubscription,
  expectDone,
  findAtProvider,
  settle,
  withoutProvider,
} from '../support/payment-scenes.ts';
import { createUnrulyProvider } from '../support/unruly-provider.ts';

describe('the address to which the provider writes', () => {
  let app: TestApp;
  const { steps, wrap } = createUnrulyProvider();
  beforeAll(async () => {
    app = await createTestApp({ payments: wrap, logger: false });
  });
  afterEach(() => steps.clear());
  afterAll(() => app.close());

  const emailOf = async (subscriptionId: string) => (await atProvider(app, subscriptionId)).email;

  /** Lets something happen before the provider has heard the next address that it is told. */
  function beforeNextUpdate(
    work: () => Promise<unknown>,
    step: 'updateCustomer' | 'keepCard' = 'updateCustomer',
  ): void {
    steps.set(step, async (act) => {
      steps.delete(step);
      await work();
      return await act();
    });
  }

  /** Asks for the change; the link of its mail is yet to be followed. */
  async function askForChange({ idToken }: Person) {
    const email = newAddress();
    const request = { requestType: 'VERIFY_AND_CHANGE_EMAIL', idToken, newEmail: email };
    return { email, oobCode: await mailedCode(app, request, email) };
  }

  /** Moves the account, and lets the job of it tell the provider at once. */
  async function move(person: Person): Promise<string> {
    const email = await changeEmail(app, person);
    await app.app.runJobs();
    return email;
  }

  /** Somebody has to wait for what a transaction holds. */
  async function waiterComes(): Promise<void> {
    await vi.waitFor(
      async () => {
        const { rows } = await sql`
          select 1 from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`.execute(app.db);
        expect(rows).not.toEqual([]);
      },
      { timeout: 60_000 },
    );
  }

  async function cancel({ idToken }: Person, subscriptionId: string): Promise<void> {
    const data = { subscriptionId, confirmationId: subscriptionId };
    expectDone(await callable(app, 'cancelSubscription', { data, idToken }));
  }

  it('follows the owner, for all that they own, and comes back when the change is undone', async () => {
    const ada = await createVerifiedPerson(app);
    const paid = await createPaidSubscription(app, ada);
    const free = await createFreeSubscription(app, ada);
    await addCard(app, { subscriptionId: free, ...ada });
    const cardless = await createFreeSubscription(app, ada);
    for (const id of [paid, free]) {
      expect(await emailOf(id)).toBe(ada.email);
    }

    const email = await changeEmail(app, ada);
    await settle(app);
    for (const id of [paid, free]) {
      expect(await emailOf(id)).toBe(email);
    }
    expect(await findAtProvider(app, cardless)).toBeUndefined();

    const undo = await receivedCode(app, ada.email, 'recover-email');
    expect((await applyCode(app, undo)).statusCode).toBe(200);
    await settle(app);
    for (const id of [paid, free]) {
      expect(await emailOf(id)).toBe(ada.email);
    }
  });

  it('stays where the person is a member only, or has canceled', async () => {
    const [ada, grace] = [await createVerifiedPerson(app), await createVerifiedPerson(app)];
    const shared = await createPaidSubscription(app, grace);
    await addMember(app, {
      subscriptionId: shared,
      uid: ada.uid,
      permissions: ['access', 'admin'],
    });
    const canceled = await createPaidSubscription(app, ada);
    await cancel(ada, canceled);
    await settle(app);
    let updates = 0;
    steps.set('updateCustomer', async (act) => {
      updates += 1;
      return await act();
    });

    await changeEmail(app, ada);
    await settle(app);

    steps.clear();
    expect(updates).toBe(0);
    expect(await emailOf(shared)).toBe(grace.email);
    expect(await emailOf(canceled)).toBe(ada.email);
  });

  it('is told later where the provider is away', async () => {
    const ada = await createVerifiedPerson(app);
    const subscriptionId = await createPaidSubscription(app, ada);
    const { email, oobCode } = await askForChange(ada);
    await withoutProvider(app, async () => {
      expect((await applyCode(app, oobCode)).statusCode).toBe(200);
      await app.app.runJobs();
    });
    expect(await emailOf(subscriptionId)).toBe(ada.email);

    await hurryJobs(app.db);
    await settle(app);
    expect(await emailOf(subscriptionId)).toBe(email);
  });

  describe('is the new one in the end, though it changes', () => {
    it('while the old owner’s means of payment are taken away', async () => {
      const [ada, grace] = [await createVerifiedPerson(app), await createVerifiedPerson(app)];
      const subscriptionId = await createPaidSubscription(app, ada);
      await addMember(app, { subscriptionId, uid: grace.uid, permissions: ['access', 'admin'] });
      const data = { subscriptionId, newOwnerId: grace.uid };
      const { idToken } = ada;
      expectDone(await callable(app, 'transferSubscriptionOwnership', { data, idToken }));
      let email = '';
      beforeNextUpdate(async () => {
        email = await move(grace);
        expect(await emailOf(subscriptionId)).toBe(email);
      });

      await settle(app);

      expect(email).not.toBe('');
      expect(await emailOf(subscriptionId)).toBe(email);
    });

    it('during a first payment', async () => {
      const ada = await createVerifiedPerson(app);
      const subscriptionId = await createFreeSubscription(app, ada);
      await addCard(app, { subscriptionId, ...ada });
      let email = '';
      beforeNextUpdate(async () => {
        email = await move(ada);
      }, 'keepCard');
      const data = { subscriptionId, planId: 'pro', billingInfo: billingInfo() };
      const { idToken } = ada;
      expectDone(await callable(app, 'changeSubscriptionPlan', { data, idToken }));

      await settle(app);

      expect(email).not.toBe('');
      expect(await emailOf(subscriptionId)).toBe(email);
    });

    it('while the customer is made', async () => {
      const ada = await createVerifiedPerson(app);
      const subscriptionId = await createFreeSubscription(app, ada);
      let email = '';
      steps.set('createCustomer', async (act) => {
        const made = await act();
        steps.delete('createCustomer');
        email = await move(ada);
        return made;
      });
      await addCard(app, { subscriptionId, ...ada });

      await settle(app);

      expect(email).not.toBe('');
      expect(await emailOf(subscriptionId)).toBe(email);
    });

    it('while the provider is told of the change before', async () => {
      const ada = await createVerifiedPerson(app);
      const subscriptionId = await createPaidSubscription(app, ada);
      let email = '';
      beforeNextUpdate(async () => {
        email = await move(ada);
        expect(await emailOf(subscriptionId)).toBe(email);
      });
      await changeEmail(app, ada);

      await settle(app);

      expect(email).not.toBe('');
      expect(await emailOf(subscriptionId)).toBe(email);
    });
  });

  it('follows whoever becomes the owner at the moment of their change', async () => {
    const [ada, grace] = [await createVerifiedPerson(app), await createVerifiedPerson(app)];
    const subscriptionId = await createPaidSubscription(app, ada);
    await addMember(app, { subscriptionId, uid: grace.uid, permissions: ['access', 'admin'] });
    const { email, oobCode } = await askForChange(grace);
    await settle(app);
    let changing: Promise<Answer> | undefined;
    await app.db.transaction().execute(async (tx) => {
      await sql`
        update subscriptions set owner_id = ${grace.uid} where id = ${subscriptionId}`.execute(tx);
      changing = applyCode(app, oobCode);
      await Promise.race([changing, waiterComes()]);
    });
    await changing;

    await settle(app);

    expect(await emailOf(subscriptionId)).toBe(email);
  });

  it('is nobody’s, though the account goes while the provider is told of it', async () => {
    const ada = await createVerifiedPerson(app);
    const { idToken } = ada;
    const subscriptionId = await createPaidSubscription(app, ada);
    let told: string | null = ada.email;
    beforeNextUpdate(async () => {
      await cancel(ada, subscriptionId);
      const gone = await identity(app, '/v1/accounts:delete', { idToken });
      expect(gone.statusCode, gone.body).toBe(200);
      await app.app.runDue();
      told = await emailOf(subscriptionId);
    });
    await changeEmail(app, ada);

    await settle(app);

    expect(told).toBeNull();
    expect(await emailOf(subscriptionId)).toBeNull();
  });
});
