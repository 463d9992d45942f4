import { randomBytes } from 'node:crypto';
import {
  type PaymentProvider,
  ProviderRefusal,
  ProviderRejected,
} from '../../port/payment-provider.ts';
import { attachCard, detachCard, setDefaultCard, toCardOfTestId } from './cards.ts';
import {
  findCard,
  findCustomerId,
  insertCustomer,
  insertSetup,
  isRemoved,
  lockCard,
  removeOpenSetups,
} from './customer-store.ts';
import { endSubscription } from './invoices.ts';
import { type Ledger, newClientSecret, newId, tell, toCard } from './ledger.ts';
import { reach } from './sandbox-store.ts';
import {
  changeLedger,
  keyed,
  listFromLedger,
  lookIntoLedger,
  type Sandbox,
} from './sandbox-work.ts';

type CustomerCalls = Pick<
  PaymentProvider,
  | 'createCustomer'
  | 'findCustomer'
  | 'hasCustomer'
  | 'updateCustomer'
  | 'readCredit'
  | 'removeCustomer'
  | 'listCards'
  | 'attachCard'
  | 'setDefaultCard'
  | 'detachCard'
  | 'createSetup'
  | 'cancelSetups'
>;

/** Customers and their cards. */
export function customerCalls(sandbox: Sandbox): CustomerCalls {
  return {
    createCustomer: (input) =>
      keyed(sandbox, { name: 'createCustomer', input }, async (tx, at) => {
        const id = newId('cus');
        await insertCustomer(tx, {
          id,
          reference: input.subscriptionId,
          email: input.email ?? '',
          details: input.details ?? null,
          credit: 0,
          defaultCardId: null,
          invoicePrefix: randomBytes(4).toString('hex').toUpperCase(),
          invoiceCount: 0,
          createdAt: at,
          removedAt: null,
        });
        await changeLedger({ tx, sandbox, customerId: id, at }, (ledger) =>
          tell(ledger, 'customer.created'),
        );
        return id;
      }),

    findCustomer: (subscriptionId) => reach(() => findCustomerId(sandbox.db, subscriptionId)),

    hasCustomer: (customerId) =>
      reach(async () => {
        const isGone = await isRemoved(sandbox.db, customerId);
        if (isGone === undefined) {
          throw new ProviderRejected(`The sandbox has no customer ${customerId}.`);
        }
        return !isGone;
      }),

    updateCustomer: (input) =>
      keyed(sandbox, { name: 'updateCustomer', input }, (tx, at) =>
        changeLedger({ tx, sandbox, customerId: input.customerId, at }, (ledger) => {
          if (ledger.customer.removedAt) {
            throw new ProviderRejected('The customer was removed.');
          }
          ledger.customer.email = input.email ?? ledger.customer.email;
          if (input.details !== undefined) {
            ledger.customer.details = input.details;
          }
          tell(ledger, 'customer.updated');
        }),
      ),

    readCredit: (customerId) =>
      lookIntoLedger(sandbox, customerId, ({ customer }) => customer.credit),

    removeCustomer: (input) =>
      keyed(sandbox, { name: 'removeCustomer', input }, (tx, at) =>
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
): Pick<CustomerCalls, 'attachCard' | 'setDefaultCard' | 'detachCard'> {
  return {
    attachCard: (input) =>
      keyed(sandbox, { name: 'attachCard', input }, (tx, at) =>
        changeLedger({ tx, sandbox, customerId: input.customerId, at }, async (ledger) => {
          const card =
            ledger.cards.find(({ id }) => id === input.cardId) ??
            toCardOfTestId(input.cardId, at) ??
            (await lockCard(tx, input.cardId));
          if (!card) {
            throw new ProviderRefusal('There is no such card.');
          }
          return attachCard(ledger, card);
        }),
      ),

    setDefaultCard: (input) =>
      keyed(sandbox, { name: 'setDefaultCard', input }, (tx, at) =>
        changeLedger({ tx, sandbox, customerId: input.customerId, at }, (ledger) =>
          setDefaultCard(ledger, input.cardId),
        ),
      ),

    detachCard: (input) =>
      keyed(sandbox, { name: 'detachCard', input }, async (tx, at) => {
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
      keyed(sandbox, { name: 'createSetup', input }, async (tx, at) => {
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
      keyed(sandbox, { name: 'cancelSetups', input }, (tx, at) =>
        changeLedger({ tx, sandbox, customerId: input.customerId, at }, () =>
          removeOpenSetups(tx, input.customerId),
        ),
      ),
  };
}

/** Ends and forgets all but the invoices. */
function removeCustomer(ledger: Ledger): void {
  const { customer, subscriptions, at } = ledger;
  if (customer.removedAt) {
    return;
  }
  for (const subscription of subscriptions.filter(({ status }) => status !== 'canceled')) {
    endSubscription(ledger, subscription);
  }
  ledger.cards = [];
  Object.assign(customer, { email: '', details: null, defaultCardId: null, removedAt: at });
  tell(ledger, 'customer.deleted');
}
