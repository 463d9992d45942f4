import type { ListedSubscription, PublicPlan } from '@hearth/contract';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { planById, useConfig, useConfiguredText } from '../../shared/config/index.ts';
import { StatusBadge } from '../../shared/current-subscription/status-badge.tsx';
import { useRoleText } from '../../shared/current-subscription/use-role-text.ts';
import { formatDate, formatMoney, useLanguage } from '../../shared/i18n/index.ts';
import { paths } from '../../shared/paths.ts';
import { planPrice } from '../../shared/plans/plan-price.ts';
import { Card } from '../../shared/ui/card.tsx';

interface SubscriptionCardProps {
  readonly subscription: ListedSubscription;
}

/** The whole card is the link; its name is the subscription's. */
export function SubscriptionCard({ subscription }: SubscriptionCardProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const details = useDetails(subscription);

  return (
    <Card className="relative grid h-full content-start gap-3.5 px-5 py-[18px] transition-[border-color] duration-150 ease-out focus-within:border-accent hover:border-line-strong">
      <div className="flex items-start justify-between gap-3">
        <h2 className="min-w-0 text-card font-card">
          <Link
            to={paths.subscription(subscription.id)}
            className="after:absolute after:inset-0 after:rounded-card"
          >
            {subscription.settings.name || t('subscription.untitled')}
          </Link>
        </h2>
        <StatusBadge status={subscription.status} />
      </div>
      <div className="grid gap-1 text-small text-ink-2 tabular-nums">
        <p>{details}</p>
        {subscription.cancel_at !== undefined && (
          <p className="text-warn">
            {t('dashboard.ends', { date: formatDate(subscription.cancel_at, language) })}
          </p>
        )}
        <p className="text-ink-3">
          {t('dashboard.created', { date: formatDate(subscription.create_time, language) })}
        </p>
      </div>
    </Card>
  );
}

/** `Pro · $10.00 per week · You are the owner`, at the price that is paid; a free plan needs no price. */
function useDetails(subscription: ListedSubscription): string {
  const { t } = useTranslation();
  const config = useConfig();
  const configuredText = useConfiguredText();
  const roleText = useRoleText();
  const plan = planById(config, subscription.plan_id);

  const title = plan ? configuredText(plan.titleKey) : subscription.plan_id;
  const price = priceText(subscription, plan);
  const perWeek = price !== undefined && t('subscription.pricePerWeek', { price });
  return [title, perWeek, roleText(subscription)].filter(Boolean).join(' · ');
}

function priceText(
  { price }: ListedSubscription,
  plan: PublicPlan | undefined,
): string | undefined {
  if (price) {
    return formatMoney(price.amount, price.currency);
  }
  return plan && plan.price > 0 ? planPrice(plan) : undefined;
}
