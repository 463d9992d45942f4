import type { DueWork } from '../../../platform/jobs/due-work.ts';
import type { Database, Transaction } from '../../../platform/transaction.ts';
import type { AboutCharge, AboutMoney, MailContent } from '../../mail/index.ts';
import { findSubscription } from '../../subscriptions/index.ts';
import type { PayingContext } from '../port/billing-services.ts';
import type { BillingAccount } from '../records/billing-account-store.ts';
import { findBillingAccount } from '../records/billing-account-store.ts';
import {
  claimReminder,
  type DueReminder,
  listDueReminders,
  type ReminderKind,
} from '../records/reminder-store.ts';
import type { UpcomingChange } from '../records/upcoming-store.ts';
import { readNextTotal, toMailedCharge } from './next-total.ts';
import { notifyOwner, planTitle } from './notify-owner.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** Reminders of one kind in one run; the next hour takes the others. */
const limit = 1_000;

/** Three weeks: California and New York ask for 15 to 45 days before a yearly renewal. */
const aheadMs = {
  'renewal-ahead': 21 * dayMs,
  'card-expiring': 14 * dayMs,
  'trial-ending': 3 * dayMs,
} as const;
const kinds = ['renewal-ahead', 'card-expiring', 'trial-ending'] as const;

/** Mails owners before a yearly renewal, a charge of a card that expires first, and the end of a trial. Looks once an hour. */
export function createRemindOwners(context: PayingContext): DueWork {
  let lookedAt = 0;
  return async (at) => {
    const sinceMs = Math.abs(at.getTime() - lookedAt);
    if (sinceMs < hourMs) {
      return;
    }
    for (const kind of kinds) {
      const until = new Date(at.getTime() + aheadMs[kind]);
      for (const due of await listDueReminders(context.db, kind, { at, until, limit })) {
        await remind(kind, due, context);
      }
    }
    // After a longer break, renewals of that time are followed first, and the next minute looks again.
    lookedAt = at.getTime() - (sinceMs > 2 * hourMs ? hourMs : 0);
  };
}

/** Reminders that are due later, the earliest first; those of the next year, which has the longest period. */
export async function listUpcomingReminders(
  db: Database,
  { at, limit: most }: { readonly at: Date; readonly limit: number },
): Promise<UpcomingChange[]> {
  const lists = await Promise.all(
    kinds.map(async (kind) => {
      const until = new Date(at.getTime() + 366 * dayMs);
      const due = await listDueReminders(db, kind, { at, until, limit: most });
      return due.map(({ subscriptionId, chargeAt }) => {
        const instant = new Date(chargeAt.getTime() - aheadMs[kind]);
        return { at: instant < at ? at : instant, kind, subscriptionId };
      });
    }),
  );
  return lists.flat();
}

async function remind(kind: ReminderKind, due: DueReminder, context: PayingContext): Promise<void> {
  const { db } = context;
  const account = await findBillingAccount(db, due.subscriptionId);
  // The plan may have been changed since the list was read.
  const isSame = account?.periodEnd?.getTime() === due.chargeAt.getTime();
  const content = isSame ? await toContent({ kind, due }, account, context) : undefined;
  if (content) {
    const page = pageOf(kind, account);
    await db.transaction().execute((tx) => send(tx, { kind, due, page, content }, context));
  }
}

/** The card is missing or expires, or else there is nothing to do. */
function pageOf(kind: ReminderKind, account: BillingAccount | undefined): Reminder['page'] {
  const isAboutCard = kind === 'card-expiring' || (kind === 'trial-ending' && !account?.card);
  return isAboutCard ? '/billing/payment-methods' : '/billing';
}

type Content = (about: AboutMoney, plan: string) => MailContent;

interface Reminder {
  readonly kind: ReminderKind;
  readonly due: DueReminder;
  readonly page: '/billing' | '/billing/payment-methods';
  readonly content: Content;
}

/** Undefined where nothing is charged then, and while the amount cannot be read. */
async function toContent(
  { kind, due }: Pick<Reminder, 'kind' | 'due'>,
  account: BillingAccount,
  context: PayingContext,
): Promise<Content | undefined> {
  const { card } = account;
  const chargeAt = due.chargeAt.toISOString();
  const next = await readNextTotal(account, context);
  if (!next) {
    return undefined;
  }
  const charge = toMailedCharge(next);
  if (kind === 'renewal-ahead') {
    const mailed = card && { brand: card.brand, last4: card.last4 };
    return (about, plan) => ({ kind, ...about, ...charge, plan, chargeAt, card: mailed });
  }
  if (kind === 'trial-ending') {
    return toTrialContent(due, account, charge);
  }
  if (!card || next.total.amount === 0) {
    return undefined;
  }
  const { brand, last4, expMonth, expYear } = card;
  const hasExpired = Date.UTC(expYear, expMonth) <= context.clock.now().getTime();
  const expiring = { brand, last4, expMonth, expYear, hasExpired };
  return (about) => ({ kind, ...about, ...charge, chargeAt, card: expiring });
}

/** Says what is charged, or that a card is missing for it. */
function toTrialContent(
  { chargeAt }: DueReminder,
  { card }: BillingAccount,
  charge: Pick<AboutCharge, 'total' | 'parts'>,
): Content {
  const mailed = card && { brand: card.brand, last4: card.last4 };
  const trialEnd = chargeAt.toISOString();
  return (about, plan) => ({
    kind: 'trial-ending',
    ...about,
    ...charge,
    plan,
    trialEnd,
    card: mailed,
  });
}

async function send(
  tx: Transaction,
  { kind, due, page, content }: Reminder,
  context: PayingContext,
): Promise<void> {
  const subscription = await findSubscription(tx, due.subscriptionId);
  if (subscription?.status !== 'active' || !(await claimReminder(tx, kind, due))) {
    return;
  }
  await notifyOwner(
    tx,
    {
      subscription,
      page,
      content: (about, language) =>
        content(about, planTitle(subscription.planId, language, context)),
    },
    context,
  );
}
