import type { ListedSubscription } from '@hearth/contract';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { isCardExpired } from '../../shared/card-expiry.ts';
import { planById, useConfig, useConfiguredText } from '../../shared/config/index.ts';
import { zoneOf } from '../../shared/current-subscription/zone-of.ts';
import { formatDate, formatDay, formatMoney, useLanguage } from '../../shared/i18n/index.ts';
import { paths } from '../../shared/paths.ts';
import { useAccount } from '../../shared/session/index.ts';

interface AttentionWords {
  readonly text: string;
  /** Label of the button. */
  readonly action: string;
  readonly to: string;
}

type Language = ReturnType<typeof useLanguage>;

/** Says what is wrong, what happens when, and what the person can do about it. */
export function useAttentionWords(subscription: ListedSubscription): AttentionWords {
  const { t } = useTranslation();
  const language = useLanguage();
  const { uid } = useAccount();
  const config = useConfig();
  const configuredText = useConfiguredText();
  const { id, status, plan_id } = subscription;

  if (status === 'incomplete') {
    const plan = planById(config, plan_id);
    const title = plan ? configuredText(plan.titleKey) : plan_id;
    const text = [
      t('dashboard.attention.unfinished', { plan: title }),
      t('dashboard.attention.confirmFirst'),
    ].join(t('dashboard.attention.gap'));
    return { text, action: t('dashboard.attention.finish'), to: paths.subscription(id) };
  }
  const sentences = [
    ...toSentences(subscription, { t, language }),
    ...toEnd(subscription, { t, language }),
  ];
  if (subscription.owner_id !== uid) {
    const { owner_name: name } = subscription;
    const owner = name
      ? t('dashboard.attention.askOwner', { name })
      : t('dashboard.attention.askOwnerUnnamed');
    const text = [...sentences, owner].join(t('dashboard.attention.gap'));
    return { text, action: t('dashboard.attention.see'), to: paths.subscriptionBilling(id) };
  }
  return { text: sentences.join(t('dashboard.attention.gap')), ...toAction(subscription, t) };
}

interface Reader {
  readonly t: TFunction;
  readonly language: Language;
}

function toSentences(subscription: ListedSubscription, { t, language }: Reader): string[] {
  const { status, owed, card, needs_confirmation } = subscription;
  if (needs_confirmation) {
    return [t('dashboard.attention.confirm')];
  }
  const failed = owed
    ? t('dashboard.attention.failed', {
        sum: formatMoney(owed.amount, owed.currency),
        date: formatDay(owed.failed_at, language, zoneOf(subscription)),
      })
    : t('dashboard.attention.failedUnread');
  const reason = card
    ? isCardExpired(card) && t('dashboard.attention.expired', { last4: card.last4 })
    : t('dashboard.attention.noCard');
  const then =
    status === 'unpaid' ? t('dashboard.attention.closed') : toRetry(subscription, { t, language });
  return [failed, reason, then].filter((sentence) => sentence !== false);
}

function toRetry(subscription: ListedSubscription, { t, language }: Reader): string | false {
  const retryAt = subscription.owed?.retry_at;
  return retryAt
    ? t('dashboard.attention.retry', { date: formatDay(retryAt, language, zoneOf(subscription)) })
    : false;
}

/** The strip has one line for a project, so that of a missing payment says the end too. */
function toEnd(subscription: ListedSubscription, { t, language }: Reader): string[] {
  const { cancel_at } = subscription;
  return cancel_at === undefined
    ? []
    : [
        t('dashboard.attention.ends', {
          date: formatDate(cancel_at, language, zoneOf(subscription)),
        }),
      ];
}

/** Billing takes the payment with any card in place. */
function toAction(subscription: ListedSubscription, t: TFunction) {
  return { action: nameAction(subscription, t), to: paths.subscriptionBilling(subscription.id) };
}

function nameAction({ owed, card, needs_confirmation }: ListedSubscription, t: TFunction): string {
  if (needs_confirmation) {
    return t('dashboard.attention.confirmButton');
  }
  if (!card || isCardExpired(card)) {
    return card ? t('dashboard.attention.otherCard') : t('dashboard.attention.addCard');
  }
  return owed
    ? t('dashboard.attention.pay', { sum: formatMoney(owed.amount, owed.currency) })
    : t('dashboard.attention.payUnread');
}
