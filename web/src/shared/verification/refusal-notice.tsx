import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { isRefused } from '../api-error.ts';
import { toFailureTitle } from '../failure-title.ts';
import { Notice } from '../ui/notice.tsx';
import { ResendButton, ResendOutcome, useResendVerification } from './resend-verification.tsx';

interface RefusalNoticeProps {
  readonly error: unknown;
  /** Says that it failed; another one takes its place while a change may still be made. */
  readonly title: string;
  /** Something was only to be read. */
  readonly isReading?: boolean;
  readonly actions?: ReactNode;
  /** The error in words. */
  readonly children: ReactNode;
}

const needVerification = ['billing/verification-required', 'invite/verification-required'] as const;

/** Why something was refused, with the way to a verified address if that would help. */
export function RefusalNotice({ error, title, isReading = false, ...rest }: RefusalNoticeProps) {
  const { t } = useTranslation();
  const notice = { ...rest, title: isReading ? title : toFailureTitle(error, title, t) };
  return needVerification.some((code) => isRefused(error, code)) ? (
    <VerificationNotice {...notice} />
  ) : (
    <Notice tone="bad" {...notice} />
  );
}

function VerificationNotice({
  actions,
  ...notice
}: Omit<RefusalNoticeProps, 'error' | 'isReading'>) {
  const resending = useResendVerification();
  return (
    <>
      <Notice
        tone="bad"
        {...notice}
        actions={
          <>
            {actions}
            <ResendButton resending={resending} />
          </>
        }
      />
      <ResendOutcome resending={resending} />
    </>
  );
}
