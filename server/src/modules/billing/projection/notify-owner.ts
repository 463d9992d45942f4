import { findText, type Language } from '@hearth/contract';
import type { Transaction } from '../../../platform/transaction.ts';
import { findAccountById, mailAccount, type Services } from '../../identity/index.ts';
import type { AboutMoney, MailContent } from '../../mail/index.ts';
import { findPlan, type Subscription, subscriptionLink } from '../../subscriptions/index.ts';

interface OwnerMail {
  readonly subscription: Subscription;
  /** Page that the mail links to. */
  readonly page: '/billing' | '/billing/payment-methods';
  readonly content: (about: AboutMoney, language: Language) => MailContent;
}

/** Mails the owner in the transaction of the change; sends nothing where the account was deleted. */
export async function notifyOwner(
  tx: Transaction,
  { subscription, page, content }: OwnerMail,
  services: Services,
): Promise<void> {
  const { id, ownerId, timeZone } = subscription;
  const subscriptionName = subscription.name ?? '';
  const link = subscriptionLink(id, services.site, page);
  const account = await findAccountById(tx, ownerId);
  const about = { subscriptionName, link, ...(timeZone !== null && { timeZone }) };
  await mailAccount(
    tx,
    { account, content: (name, language) => content({ ...about, name }, language) },
    services,
  );
}

/** Name of the plan in mails. */
export function planTitle(
  planId: string,
  language: Language,
  { settings, texts }: Pick<Services, 'settings' | 'texts'>,
): string {
  const plan = findPlan(settings, planId);
  return plan ? (findText(texts, language, plan.titleKey) ?? plan.id) : planId;
}
