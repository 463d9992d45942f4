import { useTranslation } from 'react-i18next';
import { Button } from '../../shared/ui/button.tsx';
import { InviteCard } from './invite-card.tsx';
import { Leave } from './leave.tsx';
import type { ScreenProps } from './screen-props.ts';

/** The invite is for somebody else than who is signed in; it stays here while they change places. */
export function SwitchAccount({ state, steps }: ScreenProps) {
  const { t } = useTranslation();
  return (
    <InviteCard state={state} steps={steps}>
      <Button variant="primary" size="wide" onClick={() => void steps.switchAccount()}>
        {t('invitation.steps.switchAccount')}
      </Button>
      <Leave variant="quiet" />
    </InviteCard>
  );
}
