import { randomId } from '../../platform/ids.ts';
import { refuseIf } from '../../platform/refusal.ts';
import type { Transaction } from '../../platform/transaction.ts';
import { findBillingAccount, writeBillingAccount } from './billing-account-store.ts';
import { askForFinishing, hasOpenIntent, insertIntent } from './intent-store.ts';

interface Transfer {
  readonly subscriptionId: string;
  readonly newOwner: { readonly id: string; readonly email: string };
  readonly at: Date;
}

/** With the owner go their billing details, here at once, and by an intent at the provider, with their cards. */
export async function forgetPayer(
  tx: Transaction,
  { subscriptionId, newOwner, at }: Transfer,
): Promise<void> {
  refuseIf(await hasOpenIntent(tx, subscriptionId), 'billing/under-way');
  if (!(await findBillingAccount(tx, subscriptionId))) {
    return;
  }
  await writeBillingAccount(tx, subscriptionId, { details: null });
  const id = randomId(24);
  await insertIntent(tx, {
    intent: {
      id,
      subscriptionId,
      accountId: newOwner.id,
      request: { kind: 'forget-payer', email: newOwner.email },
      createdAt: at,
    },
    name: { key: `transfer:${id}`, hash: Buffer.alloc(0) },
    leasedUntil: at,
  });
  await askForFinishing(tx);
}
