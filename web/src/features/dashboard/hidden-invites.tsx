import { useTranslation } from 'react-i18next';
import { Notice } from '../../shared/ui/notice.tsx';
import { ResendButton, ResendOutcome } from '../../shared/verification/resend-verification.tsx';
import { useResendVerification } from '../../shared/verification/use-resend-verification.ts';

/** Invites that nobody may see before the address is proven, and the way to prove it. */
export function HiddenInvites({ count }: { readonly count: number }) {
  const { t } = useTranslation();
  const resending = useResendVerification();

  return (
    <>
      <Notice tone="warn" actions={<ResendButton resending={resending} />}>
        {t('dashboard.invites.hidden', { count })}
      </Notice>
      <ResendOutcome resending={resending} />
    </>
  );
}
