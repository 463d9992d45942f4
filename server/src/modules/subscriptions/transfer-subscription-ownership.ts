import * as contract from '@hearth/contract';
import { refuse, refuseUnless } from '../../platform/refusal.ts';
import type { Transaction } from '../../platform/transaction.ts';
import { recordAudit } from '../audit/index.ts';
import {
  findAccountById,
  getAccount,
  mailAccount,
  requireRecentSignIn,
  type Services,
} from '../identity/index.ts';
import { findMembership, type Membership, setPermissions } from './membership-store.ts';
import { change, type SubscriptionServices } from './operation.ts';
import { adminLevelKeys, ownerPermissions } from './permission.ts';
import { requireFreeProject } from './require-free-project.ts';
import { requireUnfrozen } from './require-unfrozen.ts';
import { requireRunning, type Subscription, subscriptionLink } from './subscription.ts';
import { setOwner } from './subscription-store.ts';

/** Makes an active admin the owner; the old owner keeps their permissions. */
export const transferSubscriptionOwnership = change(
  contract.transferSubscriptionOwnership,
  async ({ newOwnerId }, context) => {
    const { tx, view, caller, clock, settings } = context;
    const { subscription } = view;
    requireRecentSignIn(caller, clock.now());
    await requireTransferable(tx, subscription);
    const code = 'subscription/not-eligible-owner';
    const successor = await requireSuccessor(tx, { subscription, newOwnerId }, code);
    const adminKeys = adminLevelKeys(settings.permissions);
    refuseUnless(
      successor.permissions.some((key) => adminKeys.includes(key)),
      code,
    );
    await handOver(tx, { subscription, successor, actorId: caller.uid }, context);
    return {};
  },
);

/** Makes any member the owner in place of an owner who cannot: no admin may be left. The caller has locked the project. */
export async function transferByOperator(
  tx: Transaction,
  { subscription, newOwnerId }: Transfer,
  context: TransferServices,
): Promise<void> {
  await requireTransferable(tx, subscription);
  const code = 'operator/not-eligible-owner';
  const successor = await requireSuccessor(tx, { subscription, newOwnerId }, code);
  await handOver(tx, { subscription, successor, actorId: null }, context);
}

async function requireTransferable(tx: Transaction, subscription: Subscription): Promise<void> {
  requireRunning(subscription);
  await requireUnfrozen(tx, subscription.id);
}

/** Another member who can sign in. */
async function requireSuccessor(
  tx: Transaction,
  { subscription: { id, ownerId }, newOwnerId }: Transfer,
  code: 'subscription/not-eligible-owner' | 'operator/not-eligible-owner',
): Promise<Membership> {
  const successor = await findMembership(tx, { subscriptionId: id, accountId: newOwnerId });
  if (!successor || newOwnerId === ownerId) {
    return refuse(code);
  }
  const { disabledAt } = await getAccount(tx, newOwnerId);
  refuseUnless(disabledAt === null, code);
  return successor;
}

type TransferServices = Pick<Services, 'clock' | 'client' | 'mails' | 'settings' | 'site'> &
  Pick<SubscriptionServices, 'subscriptionHooks'>;

interface HandOver {
  /** State before the transfer. */
  readonly subscription: Subscription;
  readonly successor: Membership;
  /** uid; null for an operator. */
  readonly actorId: string | null;
}

async function handOver(
  tx: Transaction,
  { subscription, successor, actorId }: HandOver,
  context: TransferServices,
): Promise<void> {
  const { clock, client, settings } = context;
  const { id, planId } = subscription;
  const newOwnerId = successor.accountId;
  const code = 'subscription/new-owner-has-too-many';
  await requireFreeProject(tx, { uid: newOwnerId, planId }, { settings, code });

  const permissions = ownerPermissions(settings.permissions, successor.permissions);
  // First, so that the event of the permissions names the new owner.
  await setOwner(tx, { id, ownerId: newOwnerId, at: clock.now() });
  await setPermissions(tx, { ...successor, permissions });
  const newOwner = await getAccount(tx, newOwnerId);
  const transfer = { subscriptionId: id, newOwner, at: clock.now() };
  await context.subscriptionHooks.onOwnershipTransferred(tx, transfer);
  await recordAudit(tx, {
    action: 'subscription.ownership-transferred',
    actorId,
    subjectId: newOwnerId,
    subscriptionId: id,
    at: clock.now(),
    origin: client,
  });
  const handedBy = actorId === null ? 'operator' : 'owner';
  await notifyBothOwners(tx, { subscription, newOwnerId, handedBy }, context);
}

interface Transfer {
  /** State before the transfer. */
  readonly subscription: Subscription;
  readonly newOwnerId: string;
}

async function notifyBothOwners(
  tx: Transaction,
  { subscription, newOwnerId, handedBy }: Transfer & { readonly handedBy: 'owner' | 'operator' },
  services: TransferServices,
): Promise<void> {
  const giver = await findAccountById(tx, subscription.ownerId);
  const taker = await findAccountById(tx, newOwnerId);
  const about = {
    subscriptionName: subscription.name ?? '',
    link: subscriptionLink(subscription.id, services.site),
    handedBy,
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
