import { getSubscriptionUsers, removeUser } from '@hearth/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useApi } from '../../shared/api/index.ts';
import { useChange } from '../../shared/api/use-change.ts';
import { useConfiguredText } from '../../shared/config/index.ts';
import {
  subscriptionKey,
  subscriptionsKey,
  subscriptionUsersKey,
  useCurrentSubscription,
} from '../../shared/current-subscription/index.ts';
import { StatusBadge } from '../../shared/current-subscription/status-badge.tsx';
import { useRoleText } from '../../shared/current-subscription/use-role-text.ts';
import { formatDate, toText, useLanguage } from '../../shared/i18n/index.ts';
import { paths } from '../../shared/paths.ts';
import { FeatureList } from '../../shared/plans/feature-list.tsx';
import { useAccount } from '../../shared/session/index.ts';
import { Button } from '../../shared/ui/button.tsx';
import { ButtonLink } from '../../shared/ui/button-link.tsx';
import { SectionCard } from '../../shared/ui/card.tsx';
import { ConfirmDialog } from '../../shared/ui/confirm-dialog.tsx';
import { CopyableId } from '../../shared/ui/copy-button.tsx';
import { Fact, Facts } from '../../shared/ui/facts.tsx';
import { PageHeader } from '../../shared/ui/page-header.tsx';
import { notify } from '../../shared/ui/toasts.ts';
import { useAfterPage } from '../../shared/use-after-page.ts';

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

/** The way out for everybody but the owner. */
function LeaveCard() {
  const { t } = useTranslation();
  const openInvites = useOwnOpenInvites();
  const [isAsking, setIsAsking] = useState(false);

  return (
    <SectionCard id="leave" title={t('subscription.leave.title')}>
      <div className="flex flex-wrap items-center justify-between gap-4">
        <p className="min-w-0 flex-[1_1_260px] text-ink-2">
          <LeaveText openInvites={openInvites} />
        </p>
        <Button variant="danger" onClick={() => setIsAsking(true)}>
          {t('subscription.leave.submit')}
        </Button>
      </div>
      {isAsking && <LeaveDialog openInvites={openInvites} onCancel={() => setIsAsking(false)} />}
    </SectionCard>
  );
}

interface LeaveTextProps {
  /** Of the person who leaves. */
  readonly openInvites: number;
}

function LeaveText({ openInvites }: LeaveTextProps) {
  const { t } = useTranslation();
  return (
    <>
      {t('subscription.leave.text')}
      {openInvites > 0 && (
        <span className="mt-2 block">{t('users.ownOpenInvites', { count: openInvites })}</span>
      )}
    </>
  );
}

interface LeaveDialogProps extends LeaveTextProps {
  readonly onCancel: () => void;
}

function LeaveDialog({ openInvites, onCancel }: LeaveDialogProps) {
  const { t } = useTranslation();
  const { project, busy, problem, leave } = useLeaveSubscription();

  return (
    <ConfirmDialog
      title={t('subscription.leave.question', { project })}
      confirm={t('subscription.leave.submit')}
      busy={busy}
      problem={problem}
      onConfirm={() => void leave()}
      onCancel={onCancel}
    >
      <LeaveText openInvites={openInvites} />
    </ConfirmDialog>
  );
}

/** Removes the signed-in person from the subscription and goes to the dashboard. */
function useLeaveSubscription() {
  const { t } = useTranslation();
  const api = useApi();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const { uid } = useAccount();
  const { subscription } = useCurrentSubscription();
  const afterPage = useAfterPage();
  const { busy, error, run } = useChange();
  const project = subscription.settings.name || t('subscription.untitled');

  const leave = () =>
    run(async () => {
      await api.call(removeUser, { userId: uid, subscriptionId: subscription.id });
      notify.success(t('subscription.leave.left', { project }));
      afterPage(forget);
      void navigate(paths.dashboard);
      return 'leaving';
    });

  function forget() {
    queries.removeQueries({ queryKey: subscriptionKey(uid, subscription.id) });
    void queries.invalidateQueries({ queryKey: subscriptionsKey(uid) });
  }

  const problem = error === undefined ? undefined : toText(error, t);
  return { project, busy, problem, leave };
}

/** How many open invitations the signed-in person has sent here; 0 until that is known, and for those who send none. */
function useOwnOpenInvites(): number {
  const api = useApi();
  const { uid, email } = useAccount();
  const { subscription, isAdminLevel } = useCurrentSubscription();
  const { id: subscriptionId, status } = subscription;
  const part = { search: email, page: 1, pageSize: 100 };
  const { data } = useQuery({
    queryKey: [...subscriptionUsersKey(uid, subscriptionId), 'own invites', email],
    queryFn: ({ signal }) =>
      api.call(getSubscriptionUsers, { subscriptionId, ...part }, { signal }),
    // An unpaid project shows nobody its users.
    enabled: isAdminLevel && status !== 'unpaid',
  });
  return data?.users.find(({ id }) => id === uid)?.open_invites ?? 0;
}
