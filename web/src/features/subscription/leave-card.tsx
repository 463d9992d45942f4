import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../shared/ui/button.tsx';
import { SectionCard } from '../../shared/ui/card.tsx';
import { ConfirmDialog } from '../../shared/ui/confirm-dialog.tsx';
import { useLeaveSubscription } from './use-leave-subscription.ts';
import { useOwnOpenInvites } from './use-own-open-invites.ts';

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
