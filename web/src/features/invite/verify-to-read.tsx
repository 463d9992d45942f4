import { useTranslation } from 'react-i18next';
import { Button } from '../../shared/ui/button.tsx';
import { Notice } from '../../shared/ui/notice.tsx';
import { useVerifiedElsewhere } from '../../shared/verification/use-verified-elsewhere.ts';
import { InviteCard } from './invite-card.tsx';
import type { ScreenProps } from './screen-props.ts';

/** The link proves nothing, and neither does an address that is not verified. */
export function VerifyToRead({ state, steps }: ScreenProps) {
  const { t } = useTranslation();
  useVerifiedElsewhere();
  return (
    <InviteCard state={state} steps={steps}>
      {steps.sentTo && (
        <Notice tone="good" title={t('invitation.sentTitle')}>
          {t('invitation.sent', { email: steps.sentTo })}
        </Notice>
      )}
      <div className="grid gap-2">
        <Button variant="primary" size="wide" off={steps.busy} onClick={() => void steps.resend()}>
          {t('invitation.steps.resend')}
        </Button>
        <Button size="wide" off={steps.busy} onClick={() => void steps.recheck()}>
          {t('invitation.steps.recheck')}
        </Button>
      </div>
    </InviteCard>
  );
}
