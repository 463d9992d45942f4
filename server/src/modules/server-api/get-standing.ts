import * as contract from '@hearth/contract';
import { refuseUnless } from '../../platform/refusal.ts';
import { needsSecondFactor } from '../subscriptions/index.ts';
import { actingPermissions } from './acting-permissions.ts';
import { entitlementsOf } from './entitlements.ts';
import { read } from './operation.ts';
import { findStanding } from './standing-store.ts';

/** Role of a person in a subscription, and the rights of both. */
export const getStanding = read(
  contract.getStanding,
  async ({ uid, subscription: subscriptionId }, { db, settings }) => {
    const found = await findStanding(db, { uid, subscriptionId });
    refuseUnless(found?.uid, 'account/unknown');
    refuseUnless(found.id, 'subscription/unknown');
    const { email, disabled, id, name, status, planId, metadata, ownerId, held, version } = found;
    const isOwner = held !== null && ownerId === uid;
    const standing = {
      isOwner,
      held: held ?? [],
      requiresSecondFactor: found.requiresSecondFactor,
    };
    return {
      account: { uid, email, disabled },
      subscription: { id, name, status, plan_id: planId, metadata },
      is_member: held !== null,
      is_owner: isOwner,
      permissions: actingPermissions({ held: held ?? [], isOwner }, settings),
      second_factor_required: held !== null && needsSecondFactor(standing, settings),
      entitlements: entitlementsOf({ status, planId }, settings),
      version,
    };
  },
);
