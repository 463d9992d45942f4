import type { Transaction } from '../../../../platform/transaction.ts';
import type {
  Charge,
  NewProviderSubscription,
  PaymentProvider,
  RunningSubscription,
} from '../../port/payment-provider.ts';
import { changePrices, previewChange } from './change-prices.ts';
import { dropPendingChange } from './invoices.ts';
import { requireSubscription } from './ledger.ts';
import { toInvoice, toProviderSubscription } from './provider-shapes.ts';
import { requireCode } from './purchase-calls.ts';
import { toNextTotal } from './rules/next-total.ts';
import {
  changeLedger,
  listFromLedger,
  readLedger,
  type Sandbox,
  withIdempotencyKey,
} from './sandbox-work.ts';
import { listInvoiceRows } from './stores/invoice-row-store.ts';
import { insertRedemption } from './stores/redemption-store.ts';
import { runQuery } from './stores/sandbox-store.ts';
import {
  findCustomerOfSubscription,
  findSubscriptionByIntent,
  getCustomerId,
  listRunningSubscriptions,
} from './stores/subscription-row-store.ts';
import { payOpenInvoice, startSubscription } from './subscribing.ts';
import { askForHolder } from './trial.ts';

type SubscriptionCalls = Pick<
  PaymentProvider,
  | 'startSubscription'
  | 'findSubscription'
  | 'listSubscriptions'
  | 'listRunning'
  | 'readSubscription'
  | 'readNextTotal'
  | 'previewChange'
  | 'changePrices'
  | 'giveUpChange'
  | 'payOpenInvoice'
  | 'listInvoices'
>;

type ChargingCalls = Pick<
  SubscriptionCalls,
  'startSubscription' | 'changePrices' | 'giveUpChange' | 'payOpenInvoice'
>;

/** Calls about subscriptions and their prices. */
export function subscriptionCalls(sandbox: Sandbox): SubscriptionCalls {
  return { ...readingCalls(sandbox), ...chargingCalls(sandbox) };
}

function readingCalls(sandbox: Sandbox): Omit<SubscriptionCalls, keyof ChargingCalls> {
  const look = (customerId: string, id: string) =>
    readLedger(sandbox, customerId, (ledger) =>
      toProviderSubscription(ledger, requireSubscription(ledger, id)),
    );
  return {
    async findSubscription(customerId, intentId) {
      const id = await runQuery(() => findSubscriptionByIntent(sandbox.db, customerId, intentId));
      return id === undefined ? undefined : look(customerId, id);
    },

    listSubscriptions: (customerId) =>
      listFromLedger(sandbox, customerId, (ledger) =>
        ledger.subscriptions
          .filter(({ status }) => status !== 'canceled')
          .map((subscription) => toProviderSubscription(ledger, subscription))
          .reverse(),
      ),

    async listRunning(after) {
      const page = await runQuery(() => listRunningSubscriptions(sandbox.db, after));
      const subscriptions: RunningSubscription[] = [];
      for (const { id, customerId } of page.subscriptions) {
        subscriptions.push({ ...(await look(customerId, id)), isElsewhere: false });
      }
      return { ...page, subscriptions };
    },

    async readSubscription(id) {
      const customerId = await runQuery(() => findCustomerOfSubscription(sandbox.db, id));
      return customerId === undefined ? undefined : look(customerId, id);
    },

    async readNextTotal(id) {
      const customerId = await runQuery(() => findCustomerOfSubscription(sandbox.db, id));
      return customerId === undefined
        ? null
        : readLedger(sandbox, customerId, (ledger) =>
            toNextTotal(ledger, requireSubscription(ledger, id)),
          );
    },

    async previewChange(change) {
      const customerId = await getCustomerId(sandbox.db, change.providerSubscriptionId);
      return readLedger(sandbox, customerId, (ledger) => previewChange(ledger, change));
    },

    async listInvoices(customerId, limit) {
      const invoices = await runQuery(() => listInvoiceRows(sandbox.db, customerId, limit));
      return invoices.map(toInvoice);
    },
  };
}

function chargingCalls(sandbox: Sandbox): ChargingCalls {
  return {
    startSubscription: (input) =>
      withIdempotencyKey(sandbox, { name: 'startSubscription', input }, (tx, at) =>
        startWithCode({ tx, at, sandbox }, input),
      ),

    changePrices: (input) =>
      withIdempotencyKey(sandbox, { name: 'changePrices', input }, async (tx, at) => {
        const customerId = await getCustomerId(tx, input.providerSubscriptionId);
        return changeLedger({ tx, sandbox, customerId, at }, (ledger) =>
          changePrices(ledger, input),
        );
      }),

    giveUpChange: (input) =>
      withIdempotencyKey(sandbox, { name: 'giveUpChange', input }, async (tx, at) => {
        const customerId = await getCustomerId(tx, input.id);
        await changeLedger({ tx, sandbox, customerId, at }, (ledger) =>
          dropPendingChange(ledger, requireSubscription(ledger, input.id)),
        );
      }),

    payOpenInvoice: (input) =>
      withIdempotencyKey(sandbox, { name: 'payOpenInvoice', input }, async (tx, at) => {
        const customerId = await getCustomerId(tx, input.id);
        return changeLedger({ tx, sandbox, customerId, at }, (ledger) =>
          payOpenInvoice(ledger, input),
        );
      }),
  };
}

interface Starting {
  readonly tx: Transaction;
  readonly at: Date;
  readonly sandbox: Sandbox;
}

/** Starts a subscription, and counts the promotion code as redeemed, as Stripe does for a declined card too. */
async function startWithCode(
  { tx, at, sandbox }: Starting,
  input: NewProviderSubscription,
): Promise<Charge> {
  const { customerId, discountId, intentId, priceIds } = input;
  const code =
    discountId === undefined
      ? undefined
      : await requireCode(tx, { codeId: discountId, priceIds, at }, sandbox);
  const charge = await changeLedger({ tx, sandbox, customerId, at }, (ledger) =>
    askForHolder(tx, ledger, startSubscription(ledger, input, code)),
  );
  const subscriptionId = code && (await findSubscriptionByIntent(tx, customerId, intentId));
  if (code && subscriptionId !== undefined) {
    await insertRedemption(tx, { subscriptionId, codeId: code.id, redeemedAt: at });
  }
  return charge;
}
