import { getSubscriptionUsers, removeUser } from '@hearth/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useApi } from '../../shared/api/index.ts';
import { useChange } from '../../shared/api/use-change.ts';
import {
  subscriptionKey,
  subscriptionsKey,
  subscriptionUsersKey,
  useCurrentSubscription,
} from '../../shared/current-subscription/index.ts';
import { toText } from '../../shared/i18n/index.ts';
import { paths } from '../../shared/paths.ts';
import { useAccount } from '../../shared/session/index.ts';
import { Button } from '../../shared/ui/button.tsx';
import { SectionCard } from '../../shared/ui/card.tsx';
import { ConfirmDialog } from '../../shared/ui/confirm-dialog.tsx';
import { notify } from '../../shared/ui/toasts.ts';
import { useAfterPage } from '../../shared/use-after-page.ts';

/** The way out for everybody but the owner. */
export function LeaveCard() {
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
  /** Number of open invites that the leaving person has sent. */
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
