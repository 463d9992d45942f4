import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../shared/ui/button.tsx';
import { SectionCard } from '../../shared/ui/card.tsx';
import { ConfirmDialog } from '../../shared/ui/confirm-dialog.tsx';
import { useLeaveSubscription } from './use-leave-subscription.ts';

/** The way out for everybody but the owner. */
export function LeaveCard() {
  const { t } = useTranslation();
  const [isAsking, setIsAsking] = useState(false);

  return (
    <SectionCard id="leave" title={t('subscription.leave.title')}>
      <div className="flex flex-wrap items-center justify-between gap-4">
        <p className="min-w-0 flex-[1_1_260px] text-ink-2">{t('subscription.leave.text')}</p>
        <Button variant="danger" onClick={() => setIsAsking(true)}>
          {t('subscription.leave.submit')}
        </Button>
      </div>
      {isAsking && <LeaveDialog onCancel={() => setIsAsking(false)} />}
    </SectionCard>
  );
}

function LeaveDialog({ onCancel }: { readonly onCancel: () => void }) {
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
      {t('subscription.leave.text')}
    </ConfirmDialog>
  );
}
