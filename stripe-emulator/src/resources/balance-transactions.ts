import type Stripe from 'stripe';
import { requireCustomer } from '../customer.ts';
import { onCustomer, onList, type Resource } from '../routes.ts';
import { mergeMetadata, type Scene, update } from '../scene.ts';
import type { Stored } from '../state.ts';
import { existing, invalid } from '../wire/errors.ts';

export type BalanceTransaction = Stored<Stripe.CustomerBalanceTransaction>;

const path = '/v1/customers/{id}/balance_transactions';

/** Changes of a customer's balance; below zero, the customer has credit. */
export const balanceTransactions: Resource = {
  routes: [
    onCustomer('POST', path, {}, createBalanceTransaction),
    onList(
      path,
      ({ balanceTransactions: all }) => Object.values(all),
      (_, [id]) => id,
    ),
    onCustomer('GET', `${path}/{id}`, {}, ({ state }, _, id, transaction = '') => {
      requireCustomer(state, id);
      return existing(state.balanceTransactions, transaction, 'customer balance transaction');
    }),
  ],
};

function createBalanceTransaction(
  scene: Scene,
  params: Stripe.CustomerCreateBalanceTransactionParams,
  id: string,
) {
  const { currency } = requireCustomer(scene.state, id);
  if (currency && currency !== params.currency) {
    throw invalid(
      `The customer's currency is ${currency}, so a balance in ${params.currency} is not possible.`,
      'currency',
    );
  }
  return changeBalance(scene, { ...params, type: 'adjustment' });
}

/** Changes the balance and notes why. */
export function changeBalance(
  scene: Scene,
  change: {
    amount: number;
    currency: string;
    type: BalanceTransaction['type'];
    invoice?: string;
    credit_note?: string;
    description?: string;
    metadata?: Stripe.CustomerCreateBalanceTransactionParams['metadata'];
  },
): BalanceTransaction {
  const { state, now } = scene;
  const customer = requireCustomer(state, state.owner, 'customer');
  update(scene, 'customer.updated', customer, () => {
    customer.balance += change.amount;
    customer.currency = customer.currency ?? change.currency;
  });
  const id = scene.newId('cbtxn');
  const transaction: BalanceTransaction = {
    id,
    object: 'customer_balance_transaction',
    amount: change.amount,
    checkout_session: null,
    created: now,
    credit_note: change.credit_note ?? null,
    currency: change.currency,
    customer: customer.id,
    customer_account: null,
    description: change.description ?? null,
    ending_balance: customer.balance,
    invoice: change.invoice ?? null,
    livemode: false,
    metadata: mergeMetadata({}, change.metadata),
    type: change.type,
  };
  state.balanceTransactions[id] = transaction;
  return transaction;
}
