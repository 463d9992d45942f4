import { useTranslation } from 'react-i18next';
import { Button } from '../../shared/ui/button.tsx';
import { InviteCard } from './invite-card.tsx';
import { InviteFacts } from './invite-facts.tsx';
import type { ProvenState } from './invite-state.ts';
import type { ScreenProps } from './screen-props.ts';

/** Yes or no, for the invited person. */
export function AcceptInvite({ state, steps }: ScreenProps<ProvenState>) {
  const { t } = useTranslation();
  return (
    <InviteCard state={state} steps={steps}>
      <InviteFacts details={state.details} />
      <div className="grid gap-2">
        <Button variant="primary" size="wide" off={steps.busy} onClick={() => void steps.accept()}>
          {t('invitation.steps.accept')}
        </Button>
        <Button variant="quiet" size="wide" off={steps.busy} onClick={() => void steps.reject()}>
          {t('invitation.steps.reject')}
        </Button>
      </div>
    </InviteCard>
  );
}
