import { randomBytes } from 'node:crypto';
import type { Transaction } from '../../../../platform/transaction.ts';
import {
  type PaymentProvider,
  type ProviderCustomer,
  ProviderRefusal,
  ProviderRejected,
} from '../../port/payment-provider.ts';
import { detachCard, keepCard, setDefaultCard, toCardOfTestId } from './cards.ts';
import { endSubscription } from './invoices.ts';
import {
  chargedCard,
  type Ledger,
  newClientSecret,
  newId,
  recordEvent,
  type SandboxCard,
  toCard,
} from './ledger.ts';
import { findCreditCurrency } from './rules/currency.ts';
import {
  changeLedger,
  listFromLedger,
  readLedger,
  type Sandbox,
  withIdempotencyKey,
} from './sandbox-work.ts';
import {
  findCard,
  insertCustomer,
  insertSetup,
  lockCard,
  removeOpenSetups,
} from './stores/customer-store.ts';

import { requireTaxable } from './tax-calls.ts';

type CustomerCalls = Pick<
  PaymentProvider,
  | 'createCustomer'
  | 'readCustomer'
  | 'updateCustomer'
  | 'removeCustomer'
  | 'listCards'
  | 'keepCard'
  | 'setDefaultCard'
  | 'detachCard'
  | 'createSetup'
  | 'cancelSetups'
>;

type NewCustomer = Parameters<PaymentProvider['createCustomer']>[0];

/** Customers and their cards. */
export function customerCalls(sandbox: Sandbox): CustomerCalls {
  const readCustomer: PaymentProvider['readCustomer'] = (customerId) =>
    readLedger(sandbox, customerId, toProviderCustomer);
  return {
    async createCustomer(customer) {
      for (let input = customer; ; ) {
        const id = await withIdempotencyKey(sandbox, { name: 'createCustomer', input }, (tx, at) =>
          createCustomer({ tx, sandbox, at }, input),
        );
        if (await readCustomer(id)) {
          return id;
        }
        input = { ...customer, key: `${customer.key}-after-${id}` };
      }
    },

    readCustomer,

    updateCustomer: (input) =>
      withIdempotencyKey(sandbox, { name: 'updateCustomer', input }, (tx, at) =>
        changeLedger({ tx, sandbox, customerId: input.customerId, at }, (ledger) =>
          updateCustomer(ledger, input),
        ),
      ),

    removeCustomer: (input) =>
      withIdempotencyKey(sandbox, { name: 'removeCustomer', input }, (tx, at) =>
        changeLedger({ tx, sandbox, customerId: input.customerId, at }, removeCustomer),
      ),

    listCards: (customerId) =>
      listFromLedger(sandbox, customerId, (ledger) =>
        ledger.cards.map((card) => toCard(ledger, card)),
      ),

    ...cardCalls(sandbox),
    ...setupCalls(sandbox),
  };
}

function cardCalls(
  sandbox: Sandbox,
): Pick<CustomerCalls, 'keepCard' | 'setDefaultCard' | 'detachCard'> {
  return {
    keepCard: (input) =>
      withIdempotencyKey(sandbox, { name: 'keepCard', input }, (tx, at) =>
        changeLedger({ tx, sandbox, customerId: input.customerId, at }, async (ledger) =>
          keepCard(ledger, await getCard(tx, input.cardId, at), input),
        ),
      ),

    setDefaultCard: (input) =>
      withIdempotencyKey(sandbox, { name: 'setDefaultCard', input }, (tx, at) =>
        changeLedger({ tx, sandbox, customerId: input.customerId, at }, (ledger) =>
          setDefaultCard(ledger, input.cardId),
        ),
      ),

    detachCard: (input) =>
      withIdempotencyKey(sandbox, { name: 'detachCard', input }, async (tx, at) => {
        const customerId = (await findCard(tx, input.cardId))?.customerId;
        if (customerId) {
          await changeLedger({ tx, sandbox, customerId, at }, (ledger) =>
            detachCard(ledger, input.cardId),
          );
        }
      }),
  };
}

function setupCalls(sandbox: Sandbox): Pick<CustomerCalls, 'createSetup' | 'cancelSetups'> {
  return {
    createSetup: (input) =>
      withIdempotencyKey(sandbox, { name: 'createSetup', input }, async (tx, at) => {
        const clientSecret = newClientSecret('seti');
        const { customerId } = input;
        await insertSetup(tx, {
          clientSecret,
          customerId,
          cardId: null,
          status: 'open',
          createdAt: at,
        });
        return clientSecret;
      }),

    cancelSetups: (input) =>
      withIdempotencyKey(sandbox, { name: 'cancelSetups', input }, (tx, at) =>
        changeLedger({ tx, sandbox, customerId: input.customerId, at }, () =>
          removeOpenSetups(tx, input.customerId),
        ),
      ),
  };
}

interface Making {
  readonly tx: Transaction;
  readonly sandbox: Sandbox;
  readonly at: Date;
}

async function createCustomer(
  { tx, sandbox, at }: Making,
  { subscriptionId, email }: NewCustomer,
): Promise<string> {
  const id = newId('cus');
  await insertCustomer(tx, {
    id,
    reference: subscriptionId,
    email,
    details: null,
    taxId: null,
    credit: 0,
    defaultCardId: null,
    invoicePrefix: randomBytes(4).toString('hex').toUpperCase(),
    invoiceCount: 0,
    createdAt: at,
    removedAt: null,
  });
  await changeLedger({ tx, sandbox, customerId: id, at }, (ledger) => {
    recordEvent(ledger, 'customer.created');
  });
  return id;
}

function updateCustomer(
  ledger: Ledger,
  { subscriptionId, email, details }: Parameters<PaymentProvider['updateCustomer']>[0],
): void {
  const { customer } = ledger;
  if (customer.removedAt) {
    throw new ProviderRejected('The customer was removed.');
  }
  if (details) {
    requireTaxable(ledger, details);
  }
  customer.reference = subscriptionId ?? customer.reference;
  customer.email = email ?? customer.email;
  customer.details = details === undefined ? customer.details : details;
  customer.taxId = details === null ? null : customer.taxId;
  recordEvent(ledger, 'customer.updated');
}

/** Finds the card. A test id creates a new one each time. */
async function getCard(tx: Transaction, cardId: string, at: Date): Promise<SandboxCard> {
  const card = toCardOfTestId(cardId, at) ?? (await lockCard(tx, cardId));
  if (!card) {
    throw new ProviderRefusal('There is no such card.');
  }
  return card;
}

function toProviderCustomer(ledger: Ledger): ProviderCustomer | undefined {
  const { id, reference, credit, removedAt } = ledger.customer;
  const card = chargedCard(ledger);
  const creditCurrency = findCreditCurrency(ledger) ?? null;
  return removedAt
    ? undefined
    : { id, subscriptionId: reference, card, credit, creditCurrency, isOwn: true };
}

/** Ends subscriptions and removes the customer's data, except the invoices. */
function removeCustomer(ledger: Ledger): void {
  const { customer, subscriptions, at } = ledger;
  if (customer.removedAt) {
    return;
  }
  for (const subscription of subscriptions.filter(({ status }) => status !== 'canceled')) {
    endSubscription(ledger, subscription);
  }
  ledger.cards = [];
  Object.assign(customer, {
    email: '',
    details: null,
    taxId: null,
    defaultCardId: null,
    removedAt: at,
  });
  recordEvent(ledger, 'customer.deleted');
}
