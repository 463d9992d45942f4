import { Notice } from '../../shared/ui/notice.tsx';
import {
  ResendButton,
  ResendOutcome,
  useResendVerification,
} from '../../shared/verification/resend-verification.tsx';

/** Why a change has to wait for a verified address, and what helps. */
export function VerifyFirst({ children }: { readonly children: string }) {
  const resending = useResendVerification();

  return (
    <>
      <Notice tone="warn" actions={<ResendButton resending={resending} />}>
        {children}
      </Notice>
      <ResendOutcome resending={resending} />
    </>
  );
}
