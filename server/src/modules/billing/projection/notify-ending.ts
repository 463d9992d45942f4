import type { Transaction } from '../../../platform/transaction.ts';
import type { AboutMoney, MailContent } from '../../mail/index.ts';
import { findSubscription } from '../../subscriptions/index.ts';
import type { PerformContext } from '../port/billing-services.ts';
import { notifyOwner } from './notify-owner.ts';

/** Mails the owner who asked for the end when that is. */
export async function notifyEnding(
  tx: Transaction,
  { subscriptionId, endsAt }: { readonly subscriptionId: string; readonly endsAt: Date },
  context: PerformContext,
): Promise<void> {
  const more = { kind: 'subscription-ending', endsAt: endsAt.toISOString() } as const;
  await notify(tx, { subscriptionId, content: (about) => ({ ...more, ...about }) }, context);
}

/** Mails the owner who has taken the end back when the next charge is. */
export async function notifyResumed(
  tx: Transaction,
  { subscriptionId, renewsAt }: { readonly subscriptionId: string; readonly renewsAt: Date | null },
  context: PerformContext,
): Promise<void> {
  const kind = 'subscription-resumed';
  const more = { kind, renewsAt: renewsAt?.toISOString() ?? null } as const;
  await notify(tx, { subscriptionId, content: (about) => ({ ...more, ...about }) }, context);
}

/** Mails the owner until when renewals cost nothing, or that they cost their price again. */
export async function notifyFreeTime(
  tx: Transaction,
  {
    subscriptionId,
    freeUntil,
  }: { readonly subscriptionId: string; readonly freeUntil: Date | null },
  context: PerformContext,
): Promise<void> {
  const more = { kind: 'free-time', freeUntil: freeUntil?.toISOString() ?? null } as const;
  await notify(tx, { subscriptionId, content: (about) => ({ ...more, ...about }) }, context);
}

async function notify(
  tx: Transaction,
  {
    subscriptionId,
    content,
  }: { readonly subscriptionId: string; readonly content: (about: AboutMoney) => MailContent },
  context: PerformContext,
): Promise<void> {
  const subscription = await findSubscription(tx, subscriptionId);
  if (subscription) {
    await notifyOwner(tx, { subscription, page: '/billing', content }, context);
  }
}
