import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { operations } from '../../../src/http/operations.ts';
import type { PaymentProvider } from '../../../src/modules/billing/index.ts';
import { createTestApp, type TestApp } from '../../harness/test-app.ts';
import {
  type Answer,
  callable,
  createVerifiedPerson,
  expectRefusal,
  type Person,
} from '../../harness/wire-client.ts';
import { cardBucketOf, emptyBucket } from '../support/card-limits.ts';
import {
  addCard,
  billingDetails,
  billingInfo,
  createPaidSubscription,
  dayMs,
  findCards,
  passTime,
  weekMs,
} from '../support/payment-scenes.ts';

type Method = Exclude<keyof PaymentProvider, 'name' | 'publishableKey'>;

/** Tells what each call to the provider may do with a card; a new one does not compile until it is judged. */
const methods: Record<Method, 'charges or keeps a card' | 'neither'> = {
  keepCard: 'charges or keeps a card',
  createSetup: 'charges or keeps a card',
  startSubscription: 'charges or keeps a card',
  changePrices: 'charges or keeps a card',
  payOpenInvoice: 'charges or keeps a card',
  // The card is kept already, and what is owed is paid by a call of its own.
  setDefaultCard: 'neither',
  detachCard: 'neither',
  listCards: 'neither',
  cancelSetups: 'neither',
  readCardFingerprint: 'neither',
  readAccount: 'neither',
  checkPrices: 'neither',
  createCustomer: 'neither',
  readCustomer: 'neither',
  updateCustomer: 'neither',
  removeCustomer: 'neither',
  findSubscription: 'neither',
  listSubscriptions: 'neither',
  listRunning: 'neither',
  readSubscription: 'neither',
  readNextTotal: 'neither',
  setTaxId: 'neither',
  resumeTaxes: 'neither',
  readTaxIdStatus: 'neither',
  readMissingTaxSettings: 'neither',
  readTaxRate: 'neither',
  findCode: 'neither',
  previewPurchase: 'neither',
  keepDiscount: 'neither',
  giveFreeTime: 'neither',
  endFreeTime: 'neither',
  startFreePlan: 'neither',
  endFreePlan: 'neither',
  moveTrialEnd: 'neither',
  previewChange: 'neither',
  giveUpChange: 'neither',
  previewScheduled: 'neither',
  // Charged at the end of the period, to the card that renewals charge anyway.
  scheduleChange: 'neither',
  dropScheduled: 'neither',
  endAtPeriodEnd: 'neither',
  keepGoing: 'neither',
  endSubscription: 'neither',
  giveUpSubscription: 'neither',
  listInvoices: 'neither',
  readPayment: 'neither',
  // Money goes back only.
  refundInvoice: 'neither',
  readRefunds: 'neither',
  listReturns: 'neither',
  findChargeCustomer: 'neither',
  readInvoiceLink: 'neither',
  readWebhook: 'neither',
  listEvents: 'neither',
  listWebhooks: 'neither',
};

const isCardMethod = (name: string) => methods[name as Method] === 'charges or keeps a card';

interface World {
  readonly owner: Person;
  /** Pro, and paid. */
  readonly paidId: string;
  /** Its last renewal was declined. */
  readonly owingId: string;
  /** The owing one's only card, and another one. */
  readonly cardId: string;
  readonly otherCardId: string;
}

type Sagas = {
  [Name in keyof typeof operations.callables]: (typeof operations.callables)[Name]['kind'] extends 'saga'
    ? Name
    : never;
}[keyof typeof operations.callables];

interface Row {
  readonly limited: boolean;
  data(world: World): object;
}

/** Every call that asks the provider, and whether the limit of declined cards stands before it. */
const calls: Record<Sagas, Row> = {
  createSubscription: {
    limited: true,
    data: () => ({ planId: 'pro', billingInfo: billingInfo() }),
  },
  changeSubscriptionPlan: {
    limited: true,
    data: ({ paidId }) => ({ subscriptionId: paidId, planId: 'enterprise' }),
  },
  createSetupIntent: { limited: true, data: ({ paidId }) => ({ subscriptionId: paidId }) },
  setDefaultPaymentMethod: {
    limited: true,
    data: ({ owingId, cardId }) => ({ subscriptionId: owingId, paymentMethodId: cardId }),
  },
  resumePayment: { limited: true, data: ({ owingId }) => ({ subscriptionId: owingId }) },
  previewPurchase: { limited: false, data: () => ({ planId: 'pro' }) },
  previewPlanChange: {
    limited: false,
    data: ({ paidId }) => ({ subscriptionId: paidId, planId: 'pro' }),
  },
  getPaymentMethods: { limited: false, data: ({ paidId }) => ({ subscriptionId: paidId }) },
  previewCancellation: { limited: false, data: ({ paidId }) => ({ subscriptionId: paidId }) },
  getBillingSummary: { limited: false, data: ({ paidId }) => ({ subscriptionId: paidId }) },
  getBillingDetails: { limited: false, data: ({ paidId }) => ({ subscriptionId: paidId }) },
  updateBillingDetails: {
    limited: false,
    data: ({ paidId }) => ({ subscriptionId: paidId, ...billingDetails }),
  },
  deletePaymentMethod: {
    limited: false,
    data: ({ owingId, otherCardId }) => ({ subscriptionId: owingId, paymentMethodId: otherCardId }),
  },
  resumeSubscription: { limited: false, data: ({ paidId }) => ({ subscriptionId: paidId }) },
  undoPlanChange: { limited: false, data: ({ paidId }) => ({ subscriptionId: paidId }) },
  abandonSubscription: { limited: false, data: ({ owingId }) => ({ subscriptionId: owingId }) },
  cancelSubscription: {
    limited: false,
    data: ({ owingId }) => ({ subscriptionId: owingId, confirmationId: owingId }),
  },
};

/** Refusals of calls that have nothing to do in this world. */
const refused: Readonly<Record<string, string>> = {
  abandonSubscription: 'billing/nothing-to-pay',
  resumeSubscription: 'subscription/not-ending',
  undoPlanChange: 'plan/not-scheduled',
};

const rows = Object.entries<Row>(calls);

describe('calls that ask the payment provider', () => {
  let app: TestApp;
  let world: World;
  const asked: string[] = [];

  const spy = (real: PaymentProvider): PaymentProvider =>
    new Proxy(real, {
      get(target, name, receiver) {
        asked.push(String(name));
        return Reflect.get(target, name, receiver);
      },
    });

  beforeAll(async () => {
    app = await createTestApp({ env: { RATE_LIMITS: 'on' }, payments: spy });
    world = await createWorld(app);
  });
  afterAll(() => app.close());

  async function ask(name: string, row: Row): Promise<{ answer: Answer; cardMethods: string[] }> {
    asked.length = 0;
    const headers = { 'idempotency-key': randomUUID() };
    const { idToken } = world.owner;
    const answer = await callable(app, name, { data: row.data(world), idToken, headers });
    return { answer, cardMethods: asked.filter(isCardMethod) };
  }

  it('are all in the table above', () => {
    const sagas = Object.entries(operations.callables).filter(([, { kind }]) => kind === 'saga');
    expect(sagas.map(([name]) => name).sort()).toEqual(Object.keys(calls).sort());
    const documents = Object.entries<{ readonly kind: string }>(operations.documents).filter(
      ([, { kind }]) => kind === 'saga',
    );
    // They ask for an address, the state and the doctor's checks, and change something without a card.
    expect(documents.map(([name]) => name).sort()).toEqual([
      'actOnSubscription',
      'examineInstallation',
      'getInvoiceLink',
      'lookAtSubscription',
    ]);
  });

  it('use a card in these places of the source only, behind admitCard', () => {
    const folder = join(import.meta.dirname, '../../../src/modules/billing');
    const names = Object.keys(methods).filter(isCardMethod).join('|');
    const uses = readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts') && !/^(port|providers)\//.test(file))
      .filter((file) =>
        new RegExp(`\\.(${names})\\(`).test(readFileSync(join(folder, file), 'utf8')),
      );
    expect(uses.sort()).toEqual([
      'changes/card.ts',
      // Begun by begin-intent.ts, which admits the card.
      'changes/pay-owed.ts',
      'changes/shared/charge-new-prices.ts',
      'changes/shared/save-card-and-address.ts',
      'changes/shared/start-charging.ts',
    ]);
  });

  it.each(rows.filter(([, { limited }]) => limited))(
    'stop before a card is used where too many were declined: %s',
    async (name, row) => {
      await emptyBucket(app, cardBucketOf(world.owner.uid));
      const { answer, cardMethods } = await ask(name, row);
      expectRefusal(answer, 'billing/too-many-attempts');
      expect(cardMethods).toEqual([]);
      await sql`truncate rate_limits`.execute(app.db);
    },
  );

  it.each(rows)('use a card only where the limit stands before: %s', async (name, row) => {
    const { answer, cardMethods } = await ask(name, row);
    const expected = refused[name];
    expect(answer.json().error?.details.code, answer.body).toBe(
      name === 'resumePayment' ? 'billing/card-refused' : expected,
    );
    expect(cardMethods.length > 0).toBe(row.limited);
  });
});

async function createWorld(app: TestApp): Promise<World> {
  const buyer = await createVerifiedPerson(app);
  const owingId = await createPaidSubscription(app, buyer);
  const cardId = await addCard(app, { ...buyer, subscriptionId: owingId }, '4000000000000341');
  const data = { subscriptionId: owingId, paymentMethodId: cardId };
  await callable(app, 'setDefaultPaymentMethod', { ...buyer, data });
  const owner = await passTime(app, weekMs + dayMs / 2, buyer);
  const paidId = await createPaidSubscription(app, owner, 'pro');
  const cards = await findCards(app, owingId, owner);
  const otherCardId = cards.find(({ id }) => id !== cardId)?.id ?? '';
  return { owner, paidId, owingId, cardId, otherCardId };
}
