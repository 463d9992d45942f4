import * as contract from '@hearth/contract';
import { randomId } from '../../platform/ids.ts';
import { refuseIf } from '../../platform/refusal.ts';
import { recordAudit } from '../audit/index.ts';
import { findBillingAccount, writeBillingAccount } from './billing-account-store.ts';
import { toBillingDetails } from './billing-info.ts';
import { lockOwned } from './lock-owned.ts';
import { saga } from './operation.ts';
import { asRefusals } from './require-payments.ts';

/** Replaces who pays and where, at the provider first: what it refuses is not shown here either. */
export const updateBillingDetails = saga(
  contract.updateBillingDetails,
  async ({ subscriptionId, ...written }, context) => {
    const { db, view, caller, clock, client, payments } = context;
    refuseIf(view.subscription.status === 'canceled', 'subscription/canceled');
    const details = toBillingDetails(written);
    const customerId = (await findBillingAccount(db, subscriptionId))?.customerId;
    if (customerId && payments) {
      const key = `${subscriptionId}-details-${randomId(12)}`;
      await asRefusals(() => payments.updateCustomer({ key, customerId, details }));
    }
    await context.transaction(async (tx) => {
      await lockOwned(tx, subscriptionId, caller);
      await writeBillingAccount(tx, subscriptionId, { details });
      await recordAudit(tx, {
        action: 'billing.details-updated',
        actorId: caller.uid,
        subjectId: subscriptionId,
        subscriptionId,
        at: clock.now(),
        origin: client,
      });
    });
    return {};
  },
);
