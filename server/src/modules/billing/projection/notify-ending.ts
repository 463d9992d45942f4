import type { Language } from '@hearth/contract';
import type { Transaction } from '../../../platform/transaction.ts';
import type { AboutMoney, MailContent } from '../../mail/index.ts';
import { findSubscription } from '../../subscriptions/index.ts';
import type { PerformContext } from '../port/billing-services.ts';
import { notifyOwner, planTitle } from './notify-owner.ts';

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

/** Mails the owner until when renewals or the given plan cost nothing, or that this is over. */
export async function notifyFreeTime(
  tx: Transaction,
  {
    subscriptionId,
    freeUntil,
    planId,
  }: {
    readonly subscriptionId: string;
    readonly freeUntil: Date | null;
    /** The plan that was given, or the free one after it. */
    readonly planId?: string;
  },
  context: PerformContext,
): Promise<void> {
  const more = { kind: 'free-time', freeUntil: freeUntil?.toISOString() ?? null } as const;
  const content = (about: AboutMoney, language: Language) => {
    const plan = planId === undefined ? null : planTitle(planId, language, context);
    return { ...more, ...about, plan };
  };
  await notify(tx, { subscriptionId, content }, context);
}

async function notify(
  tx: Transaction,
  {
    subscriptionId,
    content,
  }: {
    readonly subscriptionId: string;
    readonly content: (about: AboutMoney, language: Language) => MailContent;
  },
  context: PerformContext,
): Promise<void> {
  const subscription = await findSubscription(tx, subscriptionId);
  if (subscription) {
    await notifyOwner(tx, { subscription, page: '/billing', content }, context);
  }
}
