import { useTranslation } from 'react-i18next';
import { Button } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';
import type { Resending } from './use-resend-verification.ts';

interface ResendProps {
  readonly resending: Resending;
}

/** Asks for another verification mail. */
export function ResendButton({ resending: { busy, resend } }: ResendProps) {
  const { t } = useTranslation();
  return (
    <Button size="small" busy={busy} onClick={() => void resend()}>
      {t('account.verification.resend')}
    </Button>
  );
}

/** How asking for it went. */
export function ResendOutcome({ resending: { sent, failed } }: ResendProps) {
  return (
    <>
      {sent && <Notice tone="good">{sent}</Notice>}
      {failed && <Notice tone="bad">{failed}</Notice>}
    </>
  );
}
