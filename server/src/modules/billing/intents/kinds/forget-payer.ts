import type { PayingContext } from '../../port/billing-services.ts';
import { requirePaying } from '../../port/require-payments.ts';
import { findSettledAccount, projectBilling } from '../../projection/project-billing.ts';
import { findBillingAccount, writeBillingAccount } from '../../records/billing-account-store.ts';
import type { IntentOf, RequestOf } from '../../records/intent.ts';
import type { Kind } from '../kind.ts';
import { findKnownCustomer } from '../remove-unused.ts';

/** Removes the old owner's cards and address at the provider, after a transfer or the owner's deletion. */
export const forgetPayer: Kind<RequestOf<'forget-payer'>> = {
  async perform(intent, context) {
    const { keyBase, subscriptionId, request } = intent;
    const customerId = (await findBillingAccount(context.db, subscriptionId))?.customerId;
    const paying = customerId ? requirePaying(context) : undefined;
    // A customer that was removed at the provider has no cards and address any more.
    if (customerId && paying && (await findKnownCustomer(customerId, paying))) {
      const { payments } = paying;
      await payments.cancelSetups({ key: `${keyBase}-setups`, customerId });
      await giveUpWaiting(intent, paying);
      for (const card of await payments.listCards(customerId)) {
        await payments.detachCard({ key: `${keyBase}-${card.id}`, cardId: card.id });
      }
      const { email } = request;
      await payments.updateCustomer({
        key: `${keyBase}-customer`,
        customerId,
        email,
        details: null,
      });
    }
    const payerSince = context.clock.now();
    return {
      outcome: { result: { subscriptionId } },
      apply: (tx) => writeBillingAccount(tx, subscriptionId, { payerSince }),
    };
  },
  wasDone: async () => false,
  blocks: (other) => other !== 'cancel',
  repeatable: false,
  expiresAfterMs: null,
  decides: false,
  usesCard: () => false,
};

/** Gives up waiting payments, which the new owner must not confirm with the old owner's card. Debts stay. */
async function giveUpWaiting(
  { keyBase, subscriptionId }: IntentOf<'forget-payer'>,
  paying: PayingContext,
): Promise<void> {
  const { payments } = paying;
  const account = await findSettledAccount(subscriptionId, paying);
  const charged = account?.providerSubscriptionId;
  if (!charged) {
    return;
  }
  if (!account.isPending) {
    await payments.giveUpChange({ key: `${keyBase}-change-${charged}`, id: charged });
  } else if (
    !(await payments.giveUpSubscription({ key: `${keyBase}-end-${charged}`, id: charged }))
  ) {
    await projectBilling(subscriptionId, paying);
  }
}
