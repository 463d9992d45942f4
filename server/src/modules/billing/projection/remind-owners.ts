import type { DueWork } from '../../../platform/due-work.ts';
import type { Transaction } from '../../../platform/transaction.ts';
import type { MailContent } from '../../mail/index.ts';
import { findSubscription } from '../../subscriptions/index.ts';
import type { PayingContext } from '../port/billing-services.ts';
import { type BillingAccount, findBillingAccount } from '../records/billing-account-store.ts';
import {
  claimReminder,
  type DueReminder,
  listDueReminders,
  type ReminderKind,
} from '../records/reminder-store.ts';
import { readNextTotal } from './next-total.ts';
import { notifyOwner, planTitle } from './notify-owner.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** Reminders of one kind in one run; the next hour takes the others. */
const limit = 1_000;

/** Three weeks: California and New York ask for 15 to 45 days before a yearly renewal. */
const aheadMs = { 'renewal-ahead': 21 * dayMs, 'card-expiring': 14 * dayMs } as const;

type About = Parameters<Parameters<typeof notifyOwner>[1]['content']>[0];

/** Mails owners before a yearly renewal, and before a charge of a card that expires first. Looks once an hour. */
export function createRemindOwners(context: PayingContext): DueWork {
  let lookedAt = 0;
  return async (at) => {
    const sinceMs = Math.abs(at.getTime() - lookedAt);
    if (sinceMs < hourMs) {
      return;
    }
    for (const kind of ['renewal-ahead', 'card-expiring'] as const) {
      const until = new Date(at.getTime() + aheadMs[kind]);
      for (const due of await listDueReminders(context.db, kind, { at, until, limit })) {
        await remind(kind, due, context);
      }
    }
    // After a longer break, renewals of that time are followed first, and the next minute looks again.
    lookedAt = at.getTime() - (sinceMs > 2 * hourMs ? hourMs : 0);
  };
}

async function remind(kind: ReminderKind, due: DueReminder, context: PayingContext): Promise<void> {
  const { db } = context;
  const account = await findBillingAccount(db, due.subscriptionId);
  // The plan may have been changed since the list was read.
  const isSame = account?.periodEnd?.getTime() === due.chargeAt.getTime();
  const content = isSame ? await toContent({ kind, due }, account, context) : undefined;
  if (content) {
    await db.transaction().execute((tx) => send(tx, { kind, due, content }, context));
  }
}

type Content = (about: About, plan: string) => MailContent;

interface Reminder {
  readonly kind: ReminderKind;
  readonly due: DueReminder;
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
  const { total } = next;
  if (kind === 'renewal-ahead') {
    const mailed = card && { brand: card.brand, last4: card.last4 };
    return (about, plan) => ({ kind, ...about, plan, total, chargeAt, card: mailed });
  }
  if (!card || total.amount === 0) {
    return undefined;
  }
  const { brand, last4, expMonth, expYear } = card;
  const hasExpired = Date.UTC(expYear, expMonth) <= context.clock.now().getTime();
  const expiring = { brand, last4, expMonth, expYear, hasExpired };
  return (about) => ({ kind, ...about, total, chargeAt, card: expiring });
}

async function send(
  tx: Transaction,
  { kind, due, content }: Reminder,
  context: PayingContext,
): Promise<void> {
  const subscription = await findSubscription(tx, due.subscriptionId);
  if (subscription?.status !== 'active' || !(await claimReminder(tx, kind, due))) {
    return;
  }
  const page = kind === 'card-expiring' ? '/billing/payment-methods' : '/billing';
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
