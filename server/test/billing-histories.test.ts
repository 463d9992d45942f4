import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSandboxProvider, type SandboxProvider } from '../src/modules/billing/index.ts';
import type { ProviderEvent } from '../src/modules/billing/payment-provider.ts';
import { answerChallenge, billingInfo } from './billing.ts';
import { findDrift } from './billing-drift.ts';
import { createCrowd, signInAgain, verdictOf } from './crowd.ts';
import { createFaultyPayments, type Fault } from './payment-faults.ts';
import { settle } from './payment-scenes.ts';
import { createTestApp, type TestApp } from './test-app.ts';
import { type Answer, callable, type Person } from './wire-client.ts';

const numRuns = process.env.HEARTH_LONG ? 2_000 : 20;
const hourMs = 3_600_000;
const pastLeaseMs = 3 * 60_000;

const planId = fc.constantFrom('free', 'pro', 'pro', 'enterprise', 'enterprise');
const testId = fc.constantFrom(
  'pm_card_visa',
  'pm_card_visa',
  'pm_card_mastercard',
  'pm_card_chargeDeclined',
  'pm_card_chargeCustomerFail',
  'pm_card_authenticationRequired',
  'pm_card_authenticationRequiredOnSetup',
);
const number = fc.constantFrom('4242424242424242', '5555555555554444', '4000000000000341');
const which = fc.nat(3);

/** One thing that a person, the bank, the provider or time does. */
const deed = fc.oneof(
  { weight: 3, arbitrary: fc.record({ do: fc.constant('create' as const), planId, testId }) },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('change' as const),
      planId,
      testId,
      withCard: fc.boolean(),
      isTwice: fc.boolean(),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constantFrom('cancel' as const, 'abandon' as const) }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('add card' as const), number }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constantFrom('set card' as const, 'drop card' as const), which }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('answer' as const), success: fc.boolean() }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('wait' as const),
      hours: fc.constantFrom(0, 1, 24, 80, 169, 180),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constantFrom('jobs' as const, 'due' as const) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('message' as const),
      how: fc.constantFrom('again' as const, 'forged' as const, 'dropped' as const),
      which,
    }),
  },
);

const fault = fc.record({
  call: fc.integer({ min: 1, max: 8 }),
  moment: fc.constantFrom('before it acted' as const, 'after it acted' as const),
  kind: fc.constantFrom('away' as const, 'crash' as const),
});
const step = fc.record({
  deed,
  fault: fc.oneof({ weight: 3, arbitrary: fc.constant(undefined) }, fault),
});

type Valued<A> = A extends fc.Arbitrary<infer Value> ? Value : never;
type Deed = Valued<typeof deed>;
type CardDeed = Extract<Deed, { do: 'set card' | 'drop card' }>;
type DeedOf<Kind extends Deed['do']> = Extract<Deed, { do: Kind }>;

describe('money after any history', () => {
  const payments = createFaultyPayments();
  let app: TestApp;
  let signer: SandboxProvider;
  beforeAll(async () => {
    app = await createTestApp({ payments: payments.wrap });
    const { db, clock, config } = app;
    const { publicUrl, secretKey } = config;
    signer = createSandboxProvider({ db, clock, plans: [], publicUrl, secretKey });
  });
  afterAll(() => app.close());

  it('is at the provider what it is here, and nobody paid twice', async () => {
    const property = fc.asyncProperty(
      fc.array(step, { minLength: 3, maxLength: 12 }),
      async (steps) => {
        const [owner] = await createCrowd(app, 1);
        const history = new History(owner ?? expect.fail());
        for (const { deed: next, fault: wrong } of steps) {
          await history.take(next, wrong);
        }
        expect(await history.end()).toEqual([]);
        // Or each history would renew what all before it bought.
        await sql`update sandbox.subscriptions set next_step_at = null`.execute(app.db);
      },
    );
    await fc.assert(property, { numRuns, endOnFailure: true });
  }, 3_600_000);

  class History {
    private readonly secrets: string[] = [];
    private owner: Person;
    private hasFault = false;

    constructor(owner: Person) {
      this.owner = owner;
    }

    async take(next: Deed, wrong: Fault | undefined): Promise<void> {
      this.hasFault = wrong !== undefined;
      if (wrong) {
        payments.set(wrong);
      }
      await this.act(next);
      payments.clear();
    }

    /** Faults are over and some time has gone by; what is wrong then, in sentences. */
    async end(): Promise<string[]> {
      for (let round = 0; round < 2; round += 1) {
        app.clock.advance(pastLeaseMs);
        await settle(app);
      }
      const ids = await this.listIds();
      const drifts = await Promise.all(
        [...ids, 'nobody'].map(async (id) =>
          (await findDrift(app, id)).map((sentence) => `${id}: ${sentence}`),
        ),
      );
      return drifts.flat();
    }

    private async act(next: Deed): Promise<unknown> {
      switch (next.do) {
        case 'create':
          return await this.create(next);
        case 'change':
          return await this.change(next);
        case 'cancel':
          return await this.call('cancelSubscription', (id) => ({ confirmationId: id }));
        case 'abandon':
          return await this.call('abandonSubscription');
        case 'add card':
          return await this.addCard(next);
        case 'set card':
        case 'drop card':
          return await this.handleCard(next);
        case 'answer':
          return await answerChallenge(app, this.secrets.at(-1) ?? 'pi_none', next.success);
        case 'wait':
          return await this.wait(next.hours);
        case 'jobs':
          return await this.maybe(() => app.app.runJobs());
        case 'due':
          return await this.maybe(() => app.app.runDue());
        case 'message':
          return await this.post(next);
      }
    }

    private async create({ planId: wanted, testId: card }: DeedOf<'create'>): Promise<void> {
      const info = wanted === 'free' ? {} : { billingInfo: billingInfo(card) };
      await this.send('createSubscription', { planId: wanted, ...info });
    }

    private async change(next: DeedOf<'change'>): Promise<void> {
      const info = next.withCard ? { billingInfo: billingInfo(next.testId) } : {};
      const id = (await this.listIds()).at(-1) ?? 'none';
      const data = { subscriptionId: id, planId: next.planId, ...info };
      const headers = newHeaders();
      // Whoever clicks twice while the provider is away waits, which takes too long here.
      const isTwice = next.isTwice && !this.hasFault;
      await Promise.all([
        this.send('changeSubscriptionPlan', data, headers),
        ...(isTwice ? [this.send('changeSubscriptionPlan', data, headers)] : []),
      ]);
    }

    private async addCard({ number: typed }: DeedOf<'add card'>): Promise<void> {
      const setup = await this.call('createSetupIntent');
      if (setup.statusCode !== 200) {
        return;
      }
      const card = { number: typed, exp_month: 12, exp_year: 2999, cvc: '123', name: '' };
      const payload = { ...card, client_secret: setup.json().data.clientSecret };
      await app.server.inject({ method: 'POST', url: '/sandbox/setups', payload });
    }

    private async handleCard({ do: what, which: index }: CardDeed): Promise<void> {
      const id = (await this.listIds()).at(-1) ?? 'none';
      const { rows } = await sql<{ id: string }>`
        select card.id from sandbox.cards card
        join sandbox.customers c on c.id = card.customer_id and c.reference = ${id}
        order by card.id`.execute(app.db);
      const paymentMethodId = rows[index % (rows.length || 1)]?.id ?? 'pm_none';
      const name = what === 'set card' ? 'setDefaultPaymentMethod' : 'deletePaymentMethod';
      await this.call(name, () => ({ paymentMethodId }));
    }

    private async wait(hours: number): Promise<void> {
      app.clock.advance(hours * hourMs + 61_000);
      [this.owner = expect.fail()] = await signInAgain(app, [this.owner]);
      await this.maybe(() => settle(app));
    }

    private async post({ how, which: index }: DeedOf<'message'>): Promise<void> {
      if (how === 'dropped') {
        // Taken as delivered, and lost.
        await sql`update sandbox.events set delivered_at = created_at
          where id = (select id from sandbox.events where delivered_at is null
            order by sequence desc offset ${index} limit 1)`.execute(app.db);
        return;
      }
      const { rows } = await sql<ProviderEvent>`
        select id, type, customer_id as "customerId", created_at as "createdAt"
        from sandbox.events order by sequence desc offset ${index} limit 1`.execute(app.db);
      const event = rows[0];
      if (!event) {
        return;
      }
      const { body, signature } = signer.signEvent(event);
      const given = how === 'forged' ? signature.replace(/.$/, 'x') : signature;
      const headers = { 'content-type': 'application/json', 'stripe-signature': given };
      const request = { method: 'POST', url: '/webhooks/sandbox', headers, payload: body } as const;
      const answer = await app.server.inject(request);
      expect(answer.statusCode).toBe(how === 'forged' ? 400 : 200);
    }

    private async call(name: string, more: (id: string) => object = () => ({})): Promise<Answer> {
      const subscriptionId = (await this.listIds()).at(-1) ?? 'none';
      return await this.send(name, { subscriptionId, ...more(subscriptionId) });
    }

    private async send(name: string, data: object, headers = newHeaders()): Promise<Answer> {
      const answer = await callable(app, name, { idToken: this.owner.idToken, data, headers });
      const bugs = this.hasFault ? [] : ['server/internal', 'billing/provider-unavailable'];
      expect(bugs, `${name}: ${answer.body}`).not.toContain(verdictOf(answer));
      const secret: unknown = answer.json().data?.clientSecret;
      if (typeof secret === 'string') {
        this.secrets.push(secret);
      }
      return answer;
    }

    /** Jobs fail where the provider does, and are taken up again. */
    private async maybe(work: () => Promise<void>): Promise<void> {
      try {
        await work();
      } catch (error) {
        if (!this.hasFault) {
          throw error;
        }
      }
    }

    private async listIds(): Promise<string[]> {
      const { rows } = await sql<{ id: string }>`
        select id from subscriptions where owner_id = ${this.owner.uid}
        order by created_at, id`.execute(app.db);
      return rows.map(({ id }) => id);
    }
  }
});

const newHeaders = () => ({ 'idempotency-key': randomBytes(12).toString('hex') });
