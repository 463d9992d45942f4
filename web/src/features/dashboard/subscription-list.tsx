import type { ListedSubscription, PublicPlan } from '@hearth/contract';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { planById, useConfig, useConfiguredText } from '../../shared/config/index.ts';
import { StatusBadge } from '../../shared/current-subscription/status-badge.tsx';
import { useRoleText } from '../../shared/current-subscription/use-role-text.ts';
import { formatDate, formatMoney, useLanguage } from '../../shared/i18n/index.ts';
import { paths } from '../../shared/paths.ts';
import { planPrice } from '../../shared/plans/plan-price.ts';
import { Button } from '../../shared/ui/button.tsx';
import { ButtonLink } from '../../shared/ui/button-link.tsx';
import { Card } from '../../shared/ui/card.tsx';
import { EmptyState } from '../../shared/ui/empty-state.tsx';

interface SubscriptionListProps {
  readonly subscriptions: readonly ListedSubscription[];
}

export function SubscriptionList({ subscriptions }: SubscriptionListProps) {
  const { t } = useTranslation();
  const running = subscriptions.filter(({ status }) => status !== 'canceled');
  const canceled = subscriptions.filter(({ status }) => status === 'canceled');

  return (
    <>
      {running.length > 0 ? (
        <CardList label={t('dashboard.list')} subscriptions={running} />
      ) : (
        <EmptyState
          drawing="hearth"
          title={t('dashboard.emptyTitle')}
          action={
            <ButtonLink to={paths.createPlan} variant="primary">
              {t('dashboard.create')}
            </ButtonLink>
          }
        >
          {t('dashboard.empty')}
        </EmptyState>
      )}
      {canceled.length > 0 && <CanceledList subscriptions={canceled} />}
    </>
  );
}

/** Projects that are over or were given up: out of the way until they are asked for. */
function CanceledList({ subscriptions }: SubscriptionListProps) {
  const { t } = useTranslation();
  const { isShown, toggle } = useShowsCanceled();
  const id = useId();
  const words = { count: subscriptions.length };

  return (
    <div className="grid gap-3">
      <div>
        <Button
          variant="quiet"
          size="small"
          aria-expanded={isShown}
          aria-controls={isShown ? id : undefined}
          onClick={toggle}
        >
          {isShown ? t('dashboard.canceled.hide', words) : t('dashboard.canceled.show', words)}
        </Button>
      </div>
      {isShown && (
        <CardList id={id} label={t('dashboard.canceled.list')} subscriptions={subscriptions} />
      )}
    </div>
  );
}

interface CardListProps extends SubscriptionListProps {
  readonly id?: string;
  readonly label: string;
}

function CardList({ id, label, subscriptions }: CardListProps) {
  return (
    <ul id={id} aria-label={label} className={listStyle}>
      {subscriptions.map((subscription) => (
        <li key={subscription.id}>
          <SubscriptionCard subscription={subscription} />
        </li>
      ))}
    </ul>
  );
}

interface SubscriptionCardProps {
  readonly subscription: ListedSubscription;
}

/** The whole card is the link; its name is the subscription's. */
function SubscriptionCard({ subscription }: SubscriptionCardProps) {
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

const storageKey = 'hearth.canceled';

/** Whether the dashboard shows canceled projects, remembered in this browser; they are hidden at first. */
function useShowsCanceled() {
  const [isShown, setIsShown] = useState(() => localStorage.getItem(storageKey) === 'shown');

  function toggle() {
    localStorage.setItem(storageKey, isShown ? 'hidden' : 'shown');
    setIsShown(!isShown);
  }

  return { isShown, toggle };
}

/** As many cards in a row as fit. */
export const listStyle = 'grid gap-4 grid-cols-[repeat(auto-fill,minmax(min(260px,100%),1fr))]';
