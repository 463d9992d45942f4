import { useTranslation } from 'react-i18next';
import { useAccount } from '../../shared/session/index.ts';
import { Notice } from '../../shared/ui/notice.tsx';
import {
  ResendButton,
  ResendOutcome,
  useResendVerification,
} from '../../shared/verification/resend-verification.tsx';
import { useListInvites } from './use-invites.ts';

interface AddressNoticeProps {
  /** Verifying the address is a step of the list that is shown, and its action is there. */
  readonly isOnChecklist: boolean;
}

/** Asks for the address to be verified, and counts the invites that nobody may see before. */
export function AddressNotice({ isOnChecklist }: AddressNoticeProps) {
  const { t } = useTranslation();
  const { email, emailVerified } = useAccount();
  const resending = useResendVerification();
  const hidden = useListInvites().data?.hidden ?? 0;

  if (hidden === 0 && (emailVerified || isOnChecklist)) {
    return null;
  }
  return (
    <>
      <Notice
        tone="warn"
        title={t('dashboard.address.title')}
        actions={!isOnChecklist && <ResendButton resending={resending} />}
      >
        {hidden > 0
          ? t('dashboard.invites.hidden', { count: hidden })
          : t('dashboard.address.text', { email })}
      </Notice>
      <ResendOutcome resending={resending} />
    </>
  );
}
