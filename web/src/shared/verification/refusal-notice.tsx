import type { ReactNode } from 'react';
import { isRefused } from '../api-error.ts';
import { Notice } from '../ui/notice.tsx';
import { ResendButton, ResendOutcome, useResendVerification } from './resend-verification.tsx';

interface RefusalNoticeProps {
  readonly error: unknown;
  readonly title: string;
  readonly actions?: ReactNode;
  /** The error in words. */
  readonly children: ReactNode;
}

const needVerification = ['billing/verification-required', 'invite/verification-required'] as const;

/** Why something was refused, with the way to a verified address if that would help. */
export function RefusalNotice({ error, ...notice }: RefusalNoticeProps) {
  return needVerification.some((code) => isRefused(error, code)) ? (
    <VerificationNotice {...notice} />
  ) : (
    <Notice tone="bad" {...notice} />
  );
}

function VerificationNotice({ actions, ...notice }: Omit<RefusalNoticeProps, 'error'>) {
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
