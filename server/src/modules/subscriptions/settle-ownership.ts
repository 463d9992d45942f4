import type { Transaction } from '../../platform/transaction.ts';
import { recordAudit } from '../audit/index.ts';
import {
  type Account,
  findAccountByEmail,
  findAccountById,
  getAccount,
  mailAccount,
  mailLanguage,
  type OperatorContext,
  type Services,
} from '../identity/index.ts';
import { lockSubscription } from './access-store.ts';
import { addMember } from './changes.ts';
import { findMembership, setPermissions } from './membership-store.ts';
import type { SubscriptionServices } from './operation.ts';
import { listClaims, type OwnershipClaim, removeClaims } from './ownership-claim-store.ts';
import { ownerPermissions } from './permission.ts';
import type { Subscription } from './subscription.ts';
import { findSubscription, setOwner } from './subscription-store.ts';

interface Decision {
  readonly subscriptionId: string;
  /** uid of who becomes the owner; undefined if the owner keeps it. */
  readonly newOwnerId: string | undefined;
}

type SettlingServices = Pick<OperatorContext, 'db' | 'clock'> &
  Pick<SubscriptionServices, 'mails' | 'settings' | 'subscriptionHooks'>;

const client = { address: '', userAgent: 'operator command line', cookieSession: false };

/**
 * Ends the claims on a project as an operator has decided: the owner keeps it, or an account becomes the owner. Answers the
 * owner; undefined if nobody claims the project.
 */
export async function settleOwnership(
  { subscriptionId, newOwnerId }: Decision,
  context: SettlingServices,
): Promise<Account | undefined> {
  const at = context.clock.now();
  return await context.db.transaction().execute(async (tx) => {
    await lockSubscription(tx, subscriptionId);
    const subscription = await findSubscription(tx, subscriptionId);
    const claims = await listClaims(tx, subscriptionId);
    if (!subscription || claims.length === 0) {
      return undefined;
    }
    const ownerId = newOwnerId ?? subscription.ownerId;

    await removeClaims(tx, subscriptionId);
    if (ownerId !== subscription.ownerId) {
      await moveTo(tx, { subscription, ownerId, at }, context);
    }
    const ids = { actorId: null, subjectId: ownerId, subscriptionId };
    await recordAudit(tx, { action: 'subscription.ownership-settled', ...ids, at, origin: client });
    await notifyAll(tx, { subscription, ownerId, claims }, context);
    return await findAccountById(tx, ownerId);
  });
}

interface Move {
  readonly subscription: Subscription;
  readonly ownerId: string;
  readonly at: Date;
}

/** The account may have been removed from the project. The owner before stays a member. */
async function moveTo(
  tx: Transaction,
  { subscription: { id }, ownerId, at }: Move,
  context: SettlingServices,
): Promise<void> {
  const { settings, subscriptionHooks } = context;
  const key = { subscriptionId: id, accountId: ownerId };
  const member = await findMembership(tx, key);
  const permissions = ownerPermissions(settings.permissions, member?.permissions);
  await setOwner(tx, { id, ownerId, at });
  await (member
    ? setPermissions(tx, { ...key, permissions })
    : addMember(tx, { ...key, permissions, createdAt: at, at }, context));
  const newOwner = await getAccount(tx, ownerId);
  await subscriptionHooks.onOwnershipTransferred(tx, { subscriptionId: id, newOwner, at });
}

interface Settled extends Omit<Move, 'at'> {
  /** Removed. */
  readonly claims: readonly OwnershipClaim[];
}

async function notifyAll(
  tx: Transaction,
  { subscription, ownerId, claims }: Settled,
  { mails }: Pick<Services, 'mails'>,
): Promise<void> {
  const about = { kind: 'ownership-settled', subscriptionName: subscription.name ?? '' } as const;
  const told: string[] = [];
  for (const uid of new Set([ownerId, subscription.ownerId])) {
    const account = await findAccountById(tx, uid);
    const content = (name: string) => ({ ...about, name, isOwner: uid === ownerId });
    await mailAccount(tx, { account, content }, { client, mails });
    told.push(account?.email ?? '');
  }
  for (const { email, reason } of claims.filter((claim) => !told.includes(claim.email))) {
    const account = await findAccountByEmail(tx, email);
    await mails.queue(tx, {
      to: { email, emailVerified: true },
      language: mailLanguage(account, client),
      content: {
        ...about,
        // As in the mail about the claim.
        ...(reason === 'contested' && { subscriptionName: '' }),
        name: account?.displayName ?? '',
        isOwner: false,
      },
    });
  }
}
