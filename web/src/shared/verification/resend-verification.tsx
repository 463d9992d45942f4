import { sendOobCode } from '@hearth/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useApi } from '../api/index.ts';
import { useChange } from '../api/use-change.ts';
import { isRefused } from '../api-error.ts';
import { useAccount } from '../session/index.ts';
import { Button } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';

interface ResendProps {
  readonly resending: Resending;
}

/** Asks for another verification mail. */
export function ResendButton({ resending: { busy, resend } }: ResendProps) {
  const { t } = useTranslation();
  return (
    <Button size="small" busy={busy} onClick={() => void resend()}>
      {t('verification.resend')}
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

/** Asks for another verification mail and says how that went. */
export function useResendVerification() {
  const { t } = useTranslation();
  const api = useApi();
  const { email } = useAccount();
  const { busy, error, run } = useChange();
  const [sentTo, setSentTo] = useState<string>();

  const resend = () =>
    run(async () => {
      setSentTo(undefined);
      const answer = await api.call(sendOobCode, { requestType: 'VERIFY_EMAIL' });
      setSentTo(answer.email || email);
    });

  const failed = isRefused(error, 'auth/too-many-requests')
    ? t('verification.tooMany')
    : t('verification.failed');

  return {
    busy,
    resend,
    sent: sentTo !== undefined && t('verification.sent', { email: sentTo }),
    failed: error !== undefined && failed,
  };
}

type Resending = ReturnType<typeof useResendVerification>;
