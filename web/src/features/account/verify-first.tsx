import { useTranslation } from 'react-i18next';
import { Notice } from '../../shared/ui/notice.tsx';
import { ResendButton, ResendOutcome } from '../../shared/verification/resend-verification.tsx';
import { useResendVerification } from '../../shared/verification/use-resend-verification.ts';

/** Why the address cannot be changed yet, and what helps. */
export function VerifyFirst() {
  const { t } = useTranslation();
  const resending = useResendVerification();

  return (
    <>
      <Notice tone="warn" actions={<ResendButton resending={resending} />}>
        {t('account.errors.emailVerificationRequired')}
      </Notice>
      <ResendOutcome resending={resending} />
    </>
  );
}
