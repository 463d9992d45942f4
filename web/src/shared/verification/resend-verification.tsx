import { sendOobCode } from '@hearth/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isRefused } from '../api/api-error.ts';
import { useApi } from '../api/index.ts';
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

type Outcome =
  | { readonly kind: 'sent'; readonly email: string }
  | { readonly kind: 'failed'; readonly error: unknown };

/** Asks for another verification mail and says how that went. */
export function useResendVerification() {
  const { t } = useTranslation();
  const api = useApi();
  const { email } = useAccount();
  const [busy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState<Outcome>();

  async function resend() {
    setBusy(true);
    setOutcome(undefined);
    try {
      const answer = await api.call(sendOobCode, { requestType: 'VERIFY_EMAIL' });
      setOutcome({ kind: 'sent', email: answer.email || email });
    } catch (error) {
      setOutcome({ kind: 'failed', error });
    } finally {
      setBusy(false);
    }
  }

  function toSentence(error: unknown) {
    return isRefused(error, 'auth/too-many-requests')
      ? t('account.errors.emailVerificationTooManyRequests')
      : t('account.errors.emailVerificationError');
  }

  return {
    busy,
    resend,
    sent: outcome?.kind === 'sent' && t('account.success.emailVerificationSent', outcome),
    failed: outcome?.kind === 'failed' && toSentence(outcome.error),
  };
}

type Resending = ReturnType<typeof useResendVerification>;
