import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useConfiguredText } from '../../shared/config/index.ts';
import { useCurrentSubscription } from '../../shared/current-subscription/index.ts';
import { StatusBadge } from '../../shared/current-subscription/status-badge.tsx';
import { useRoleText } from '../../shared/current-subscription/use-role-text.ts';
import { formatDate, useLanguage } from '../../shared/i18n/index.ts';
import { paths } from '../../shared/paths.ts';
import { FeatureList } from '../../shared/plans/feature-list.tsx';
import { ButtonLink } from '../../shared/ui/button-link.tsx';
import { SectionCard } from '../../shared/ui/card.tsx';
import { CopyableId } from '../../shared/ui/copyable-id.tsx';
import { Fact, Facts } from '../../shared/ui/facts.tsx';
import { PageHeader } from '../../shared/ui/page-header.tsx';
import { LeaveCard } from './leave-card.tsx';

interface OverviewPageProps {
  /** First on the page: problems, plan and price. */
  readonly first?: ReactNode;
  /** Parts of other features about the subscription. */
  readonly children?: ReactNode;
}

export function OverviewPage({ first, children }: OverviewPageProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const configuredText = useConfiguredText();
  const roleText = useRoleText();
  const { subscription, plan, isOwner, isAdminLevel } = useCurrentSubscription();
  const planTitle = plan ? configuredText(plan.titleKey) : subscription.plan_id;

  return (
    <>
      <PageHeader
        title={subscription.settings.name || t('subscription.untitled')}
        beside={<StatusBadge status={subscription.status} />}
        actions={
          isAdminLevel &&
          // The settings wait for the payment, as the sidebar says too.
          subscription.status !== 'unpaid' && (
            <ButtonLink to={paths.subscriptionSettings(subscription.id)}>
              <SlidersHorizontal aria-hidden="true" className="size-4" />
              {t('subscription.overview.settings')}
            </ButtonLink>
          )
        }
      />
      {first}
      <div className="grid items-start gap-4 lg:grid-cols-[3fr_2fr]">
        <SectionCard id="details" title={t('subscription.overview.details')}>
          <Facts>
            <Fact name={t('subscription.overview.role')}>{roleText(subscription)}</Fact>
            <Fact name={t('subscription.overview.created')}>
              {formatDate(subscription.create_time, language)}
            </Fact>
            <Fact name={t('subscription.overview.id')}>
              <CopyableId id={subscription.id} label={t('subscription.overview.copyId')} />
            </Fact>
          </Facts>
        </SectionCard>
        {plan && (
          <SectionCard
            id="included"
            title={t('subscription.overview.included', { plan: planTitle })}
          >
            <FeatureList keys={plan.descriptionKeys} />
          </SectionCard>
        )}
      </div>
      {children}
      {!isOwner && <LeaveCard />}
    </>
  );
}
