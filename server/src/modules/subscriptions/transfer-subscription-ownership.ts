import * as contract from '@hearth/contract';
import { refuseUnless } from '../../platform/refusal.ts';
import type { Transaction } from '../../platform/transaction.ts';
import { recordAudit } from '../audit/index.ts';
import {
  findAccountById,
  getAccount,
  mailAccount,
  requireRecentSignIn,
  type Services,
} from '../identity/index.ts';
import { findMembership, setPermissions } from './membership-store.ts';
import { change } from './operation.ts';
import { adminLevelKeys, ownerPermissions } from './permission.ts';
import { requireFreeProject } from './require-free-project.ts';
import { requireUnfrozen } from './require-unfrozen.ts';
import { requireRunning, type Subscription, subscriptionLink } from './subscription.ts';
import { setOwner } from './subscription-store.ts';

/** Makes an active admin the owner; the old owner keeps their permissions. */
export const transferSubscriptionOwnership = change(
  contract.transferSubscriptionOwnership,
  async ({ newOwnerId }, context) => {
    const { tx, view, caller, clock, client, settings } = context;
    const { subscription } = view;
    requireRecentSignIn(caller, clock.now());
    requireRunning(subscription);
    const { id, ownerId } = subscription;
    await requireUnfrozen(tx, id);
    const successor = await findMembership(tx, { subscriptionId: id, accountId: newOwnerId });
    const adminKeys = adminLevelKeys(settings.permissions);
    const isAdmin = successor?.permissions.some((key) => adminKeys.includes(key));
    refuseUnless(successor && isAdmin, 'subscription/not-eligible-owner');
    refuseUnless(newOwnerId !== ownerId, 'subscription/not-eligible-owner');
    const more = { uid: newOwnerId, planId: subscription.planId };
    const code = 'subscription/new-owner-has-too-many';
    await requireFreeProject(tx, more, { settings, code });

    const permissions = ownerPermissions(settings.permissions, successor.permissions);
    // First, so that the event of the permissions names the new owner.
    await setOwner(tx, { id, ownerId: newOwnerId, at: clock.now() });
    await setPermissions(tx, { ...successor, permissions });
    const newOwner = await getAccount(tx, newOwnerId);
    const transfer = { subscriptionId: id, newOwner, at: clock.now() };
    await context.subscriptionHooks.onOwnershipTransferred(tx, transfer);
    await recordAudit(tx, {
      action: 'subscription.ownership-transferred',
      actorId: caller.uid,
      subjectId: newOwnerId,
      subscriptionId: id,
      at: clock.now(),
      origin: client,
    });
    await notifyBothOwners(tx, { subscription, newOwnerId }, context);
    return {};
  },
);

interface Transfer {
  /** State before the transfer. */
  readonly subscription: Subscription;
  readonly newOwnerId: string;
}

async function notifyBothOwners(
  tx: Transaction,
  { subscription, newOwnerId }: Transfer,
  services: Services,
): Promise<void> {
  const giver = await findAccountById(tx, subscription.ownerId);
  const taker = await findAccountById(tx, newOwnerId);
  const about = {
    subscriptionName: subscription.name ?? '',
    link: subscriptionLink(subscription.id, services.site),
  };
  const given = { kind: 'ownership-given', otherName: taker?.displayName ?? '', ...about } as const;
  const received = {
    kind: 'ownership-received',
    otherName: giver?.displayName ?? '',
    ...about,
  } as const;
  await mailAccount(tx, { account: giver, content: (name) => ({ ...given, name }) }, services);
  await mailAccount(tx, { account: taker, content: (name) => ({ ...received, name }) }, services);
}
