import { awaitedJobPriority, enqueue } from '../../../platform/jobs/job-store.ts';
import { refuseIf } from '../../../platform/refusal.ts';
import type { Transaction } from '../../../platform/transaction.ts';
import type { AccountDeletion } from '../../identity/index.ts';
import { listOwnedSubscriptions } from '../../subscriptions/index.ts';
import { findBillingAccount, writeBillingAccount } from '../records/billing-account-store.ts';
import { newIntent } from '../records/intent.ts';
import { lockIdleIntents, setIntentEmail } from '../records/intent-lease-store.ts';
import { hasOpenIntent, insertIntent } from '../records/intent-store.ts';
import { kinds } from './kinds/index.ts';

interface Transfer {
  readonly subscriptionId: string;
  readonly newOwner: { readonly id: string; readonly email: string };
  readonly at: Date;
}

/** Removes the old owner's details and card: here immediately, at the provider by an intent. */
export async function forgetPayerOnTransfer(
  tx: Transaction,
  { subscriptionId, newOwner, at }: Transfer,
): Promise<void> {
  refuseIf(await hasOpenIntent(tx, subscriptionId), 'billing/under-way');
  if (!(await findBillingAccount(tx, subscriptionId))) {
    return;
  }
  await writeBillingAccount(tx, subscriptionId, { details: null, card: null, isCardLost: false });
  const { id: accountId, email } = newOwner;
  await beginPayerRemoval(tx, { cause: 'transfer', subscriptionId, accountId, email, at });
}

/** Does so before an account is deleted. Its remaining subscriptions are canceled and have no new payer. */
export async function forgetPayerOnDeletion(
  tx: Transaction,
  { account, at }: AccountDeletion,
): Promise<void> {
  for (const { id: subscriptionId } of await listOwnedSubscriptions(tx, account.id)) {
    if (!(await findBillingAccount(tx, subscriptionId))) {
      continue;
    }
    // A pending removal covers this owner as well.
    const wanted = { subscriptionId, kinds: ['forget-payer'] } as const;
    const pending = await lockIdleIntents(tx, wanted, at);
    for (const id of pending) {
      await setIntentEmail(tx, id, '');
    }
    const isAsked = pending.length > 0;
    refuseIf(!isAsked && (await hasOpenIntent(tx, subscriptionId)), 'billing/under-way');
    await writeBillingAccount(tx, subscriptionId, { details: null, card: null, isCardLost: false });
    if (isAsked) {
      continue;
    }
    const accountId = account.id;
    await beginPayerRemoval(tx, { cause: 'deletion', subscriptionId, accountId, email: '', at });
  }
}

interface PayerRemoval {
  readonly cause: 'transfer' | 'deletion';
  readonly subscriptionId: string;
  readonly accountId: string;
  /** Address that the provider writes to from then on. */
  readonly email: string;
  readonly at: Date;
}

async function beginPayerRemoval(
  tx: Transaction,
  { cause, subscriptionId, accountId, email, at }: PayerRemoval,
): Promise<void> {
  const request = { kind: 'forget-payer', email } as const;
  const intent = newIntent({ subscriptionId, accountId, request, createdAt: at });
  await insertIntent(tx, {
    intent,
    name: { key: `${cause}:${intent.id}`, hash: Buffer.alloc(0) },
    decides: kinds['forget-payer'].decides,
    leasedUntil: at,
  });
  await enqueue(tx, 'finish-intents', {}, { priority: awaitedJobPriority });
}
