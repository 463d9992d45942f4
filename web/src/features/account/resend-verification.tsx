import Mail from 'lucide-react/icons/mail';
import { useTranslation } from 'react-i18next';
import { Button } from '../../shared/ui/button.tsx';
import { Notice } from '../../shared/ui/notice.tsx';
import { useResendVerification } from './use-resend-verification.ts';

/** A button for another verification mail, and below it how that went. */
export function ResendVerification() {
  const { t } = useTranslation();
  const { busy, sent, failed, resend } = useResendVerification();

  return (
    <div className="grid justify-items-start gap-2">
      <Button size="small" busy={busy} onClick={() => void resend()}>
        <Mail aria-hidden="true" className="size-4" />
        {t('account.verification.resend')}
      </Button>
      {sent && <Notice tone="good">{sent}</Notice>}
      {failed && <Notice tone="bad">{failed}</Notice>}
    </div>
  );
}
