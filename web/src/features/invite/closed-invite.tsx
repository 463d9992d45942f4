import { useTranslation } from 'react-i18next';
import { paths } from '../../shared/paths.ts';
import { Button } from '../../shared/ui/button.tsx';
import { ButtonLink } from '../../shared/ui/button-link.tsx';
import { InviteCard } from './invite-card.tsx';
import { Leave } from './leave.tsx';
import type { ScreenProps } from './screen-props.ts';
import { SwitchAccount } from './switch-account.tsx';

/** There is nothing to accept, or not now. */
export function ClosedInvite(props: ScreenProps) {
  const { state, steps } = props;
  switch (state.situation) {
    case 'already-member':
      return state.person === 'someone-else' ? (
        <SwitchAccount {...props} />
      ) : (
        <OpenProject {...props} id={state.details.subscription_id} />
      );
    case 'full':
    case 'unpaid':
      return <TryAgain {...props} />;
    default:
      return (
        <InviteCard state={state} steps={steps}>
          <Leave variant="primary" isNew={state.person === 'new'} />
        </InviteCard>
      );
  }
}

/** A signed-out person signs in on the way. */
function OpenProject({ state, steps, id }: ScreenProps & { readonly id: string }) {
  const { t } = useTranslation();
  return (
    <InviteCard state={state} steps={steps}>
      <ButtonLink to={paths.subscription(id)} replace variant="primary" size="wide">
        {t('invitation.steps.open')}
      </ButtonLink>
    </InviteCard>
  );
}

function TryAgain({ state, steps }: ScreenProps) {
  const { t } = useTranslation();
  return (
    <InviteCard state={state} steps={steps}>
      <Button variant="primary" size="wide" onClick={() => void steps.askAgain()}>
        {t('invitation.steps.retry')}
      </Button>
      <Leave variant="quiet" isNew={state.person === 'new'} />
    </InviteCard>
  );
}
