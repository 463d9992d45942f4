import { isolate } from '@hearth/contract';
import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal';
import UserPlus from 'lucide-react/icons/user-plus';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useConfiguredText } from '../../shared/config/index.ts';
import { useCurrentSubscription } from '../../shared/current-subscription/index.ts';
import { ProjectMark } from '../../shared/current-subscription/project-mark.tsx';
import { StatusBadges } from '../../shared/current-subscription/status-badge.tsx';
import { useRoleText } from '../../shared/current-subscription/use-role-text.ts';
import { formatDate, useLanguage } from '../../shared/i18n/index.ts';
import { Later } from '../../shared/later.tsx';
import { paths } from '../../shared/paths.ts';
import { FeatureList } from '../../shared/plans/feature-list.tsx';
import { LimitList } from '../../shared/plans/limit-list.tsx';
import { ButtonLink } from '../../shared/ui/button-link.tsx';
import { SectionCard } from '../../shared/ui/card.tsx';
import { classNames } from '../../shared/ui/class-names.ts';
import { CopyableId } from '../../shared/ui/copy-button.tsx';
import { PageHeader } from '../../shared/ui/page-header.tsx';
import { TextLink } from '../../shared/ui/text-link.tsx';
import { LeaveCard } from './leave-card.tsx';
import { LatestActivity } from './overview-activity.tsx';
import { PeopleCard, SeatsCard } from './overview-people.tsx';

interface OverviewPageProps {
  /** First on the page: problems. */
  readonly first?: ReactNode;
  /** Cards of other features beside the seats: what is charged and what was. */
  readonly figures?: ReactNode;
  /** Below the other cards. */
  readonly last?: ReactNode;
  /** Part of another feature beside what the plan includes. */
  readonly children?: ReactNode;
}

export function OverviewPage({ first, figures, last, children }: OverviewPageProps) {
  const { subscription, isOwner, isAdminLevel } = useCurrentSubscription();
  // An unpaid project shows nobody its people and its activity.
  const seesTeam = isAdminLevel && subscription.status !== 'unpaid';
  // Nobody can take a seat of a project that has ended.
  const seesSeats = seesTeam && subscription.status !== 'canceled';

  return (
    <>
      <OverviewHeader />
      <Later>
        {first}
        <div
          className={classNames(
            'grid grid-cols-1 gap-4 sm:grid-cols-2 sm:[&>*:only-child]:col-span-2',
            seesSeats && 'lg:grid-cols-3 lg:[&>*:nth-child(2):last-child]:col-span-2',
          )}
        >
          {seesSeats && <SeatsCard />}
          <Later>{figures}</Later>
        </div>
        <Later>
          {seesTeam && (
            <div className={pairStyle}>
              <LatestActivity />
              <PeopleCard />
            </div>
          )}
          <Later>
            <div className={children ? pairStyle : 'grid'}>
              <IncludedCard />
              {children}
            </div>
            {last}
            {!isOwner && <LeaveCard />}
          </Later>
        </Later>
      </Later>
    </>
  );
}

/** A wide card and a narrow one, as high as each other. */
const pairStyle = 'grid grid-cols-1 gap-4 lg:grid-cols-[minmax(0,1.7fr)_minmax(0,1fr)]';

/** Name, status, plan and role, with what an administrator does next. */
function OverviewHeader() {
  const { t } = useTranslation();
  const language = useLanguage();
  const roleText = useRoleText();
  const { subscription, isAdminLevel } = useCurrentSubscription();
  const { id, status, create_time } = subscription;
  const name = subscription.settings.name || t('subscription.untitled');
  const created = t('subscription.overview.created', { date: formatDate(create_time, language) });

  return (
    <div className="flex items-start gap-4">
      <div className="pt-1 max-sm:hidden">
        <ProjectMark id={id} name={name} size="large" ended={status === 'canceled'} />
      </div>
      <div className="min-w-0 flex-1">
        <PageHeader
          title={isolate(name)}
          beside={<StatusBadges subscription={subscription} />}
          sub={
            <span className="flex flex-wrap items-center gap-x-3 text-small">
              <span>{[usePlanTitle(), roleText(subscription), created].join(' · ')}</span>
              <CopyableId id={id} label={t('subscription.overview.copyId')} />
            </span>
          }
          // The settings wait for the payment, as the sidebar says too.
          actions={isAdminLevel && status !== 'unpaid' && <AdminActions />}
        />
      </div>
    </div>
  );
}

function AdminActions() {
  const { t } = useTranslation();
  const { id, status } = useCurrentSubscription().subscription;
  return (
    <>
      {status !== 'canceled' && (
        <ButtonLink to={paths.inviteUser(id)}>
          <UserPlus aria-hidden="true" className="size-4" />
          {t('subscription.overview.invite')}
        </ButtonLink>
      )}
      <ButtonLink variant="quiet" to={paths.subscriptionSettings(id)}>
        <SlidersHorizontal aria-hidden="true" className="size-4" />
        {t('subscription.overview.settings')}
      </ButtonLink>
    </>
  );
}

/** Features of the plan; the owner may compare the plans. */
function IncludedCard() {
  const { t } = useTranslation();
  const { subscription, plan, isOwner, limits } = useCurrentSubscription();
  const title = usePlanTitle();
  const mayChange = isOwner && subscription.status === 'active';

  return (
    plan && (
      <SectionCard
        id="included"
        title={t('subscription.overview.included', { plan: title })}
        aside={
          mayChange && (
            <TextLink className="text-small" to={paths.changePlan(subscription.id)}>
              {t('subscription.overview.comparePlans')}
            </TextLink>
          )
        }
      >
        <div className="sm:[&>ul]:grid-cols-2">
          <FeatureList keys={plan.descriptionKeys} />
          <LimitList limits={limits && { ...limits }} used={subscription.used} current />
        </div>
      </SectionCard>
    )
  );
}

function usePlanTitle(): string {
  const configuredText = useConfiguredText();
  const { subscription, plan } = useCurrentSubscription();
  return plan ? configuredText(plan.titleKey) : subscription.plan_id;
}
