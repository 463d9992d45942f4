import { useTranslation } from 'react-i18next';
import { Badge } from '../../shared/ui/badge.tsx';
import { Fact } from '../../shared/ui/facts.tsx';
import { ResendButton, ResendOutcome } from '../../shared/verification/resend-verification.tsx';
import { useResendVerification } from '../../shared/verification/use-resend-verification.ts';

/** Whether the address is verified, and the way to another mail if not. */
export function VerifiedFact({ verified }: { readonly verified: boolean }) {
  const { t } = useTranslation();
  const resending = useResendVerification();

  return (
    <Fact name={t('account.profile.emailVerified')}>
      <div className="grid gap-3">
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-4">
          <Badge tone={verified ? 'good' : 'warn'}>
            {verified ? t('account.profile.yes') : t('account.profile.no')}
          </Badge>
          {!verified && (
            <span className="-my-2">
              <ResendButton resending={resending} />
            </span>
          )}
        </div>
        {!verified && <ResendOutcome resending={resending} />}
      </div>
    </Fact>
  );
}
