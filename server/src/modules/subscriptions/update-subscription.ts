import * as contract from '@hearth/contract';
import { refuseIf, refuseUnless } from '../../platform/refusal.ts';
import { recordAudit } from '../audit/index.ts';
import { change, withHolders } from './operation.ts';
import { toSubscriptionName } from './subscription.ts';
import { updateSettings } from './subscription-store.ts';
import { toVisibleDocument } from './visible-document.ts';

/** Merges into the settings of subscriptions/{id}. */
export const updateSubscription = withHolders(
  change(contract.updateSubscription, async (input, context) => {
    const { tx, view, caller, clock, client, settings, subscriptionHooks } = context;
    const { subscription: before } = view;
    const { name: written, require_second_factor: requiresSecondFactor } = input.settings;
    const name = written === undefined ? undefined : toSubscriptionName(written);
    if (requiresSecondFactor !== undefined) {
      refuseUnless(before.ownerId === caller.uid, 'access/owner-only');
    }
    if (requiresSecondFactor) {
      refuseIf(settings.policy.secondFactor === 'off', 'auth/second-factor-off');
      // Else the owner would shut themselves out.
      refuseIf(caller.secondFactor === null, 'access/second-factor-required');
    }

    const { id } = before;
    const at = clock.now();
    const subscription = await updateSettings(tx, { id, name, requiresSecondFactor, at });
    await recordAudit(tx, {
      action: 'subscription.settings-updated',
      actorId: caller.uid,
      subjectId: id,
      subscriptionId: id,
      at,
      origin: client,
      details: {
        ...(name !== undefined && { name: { from: before.name, to: name } }),
        ...(requiresSecondFactor !== undefined && {
          second_factor: { from: before.requiresSecondFactor, to: requiresSecondFactor },
        }),
      },
    });
    const [charged] = await subscriptionHooks.listCharged(tx, [id]);
    return toVisibleDocument({ ...view, subscription }, caller.uid, { settings, charged });
  }),
);
