import MailCheck from 'lucide-react/icons/mail-check';
import { useTranslation } from 'react-i18next';
import { useAccount } from '../../shared/session/index.ts';
import {
  ResendButton,
  ResendOutcome,
  useResendVerification,
} from '../../shared/verification/resend-verification.tsx';
import { useListInvites } from './use-invites.ts';

/** One line that asks for the address to be verified, and counts the invites that nobody may see before. */
export function AddressNotice() {
  const { t } = useTranslation();
  const { email, emailVerified } = useAccount();
  const resending = useResendVerification();
  const hidden = useListInvites().data?.hidden ?? 0;

  if (hidden === 0 && emailVerified) {
    return null;
  }
  return (
    <>
      <div
        role="status"
        className="flex flex-wrap items-center gap-x-4 gap-y-1.5 rounded-control bg-warn-soft px-4 py-2 text-small"
      >
        <div className="flex min-w-0 flex-[1_1_240px] items-start gap-2.5">
          <MailCheck aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-warn" />
          <p className="min-w-0 wrap-anywhere">
            <strong className="font-label">{t('dashboard.address.title')}</strong>{' '}
            <span className="text-ink-2">
              {hidden > 0
                ? t('dashboard.invites.hidden', { count: hidden })
                : t('dashboard.address.text', { email })}
            </span>
          </p>
        </div>
        <ResendButton resending={resending} />
      </div>
      <ResendOutcome resending={resending} />
    </>
  );
}
