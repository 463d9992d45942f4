import { useTranslation } from 'react-i18next';
import { Notice } from '../../shared/ui/notice.tsx';
import { ResendVerification } from './resend-verification.tsx';

/** Why the address cannot be changed yet, and what helps. */
export function VerifyFirst() {
  const { t } = useTranslation();
  return (
    <div className="grid gap-3">
      <Notice tone="warn">{t('account.errors.emailVerificationRequired')}</Notice>
      <ResendVerification />
    </div>
  );
}
