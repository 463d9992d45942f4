import { useTranslation } from 'react-i18next';
import { WhoInvites } from '../../shared/auth-form/who-invites.tsx';
import { useConfig } from '../../shared/config/index.ts';
import { paths } from '../../shared/paths.ts';
import { Button } from '../../shared/ui/button.tsx';
import { ButtonLink } from '../../shared/ui/button-link.tsx';
import { Notice } from '../../shared/ui/notice.tsx';
import { useVerifiedElsewhere } from '../../shared/verification/use-verified-elsewhere.ts';
import { InviteCard, InviteFacts, Leave, type ScreenProps } from './invite-card.tsx';
import { comeBack } from './invite-link.ts';
import type { ProvenState, UnprovenState } from './invite-state.ts';
import { SignInAndJoin, SignUpAndJoin } from './join-forms.tsx';

/** The screen of a state: names the problem and offers the next step. */
export function InviteScreen({ state, ...rest }: ScreenProps) {
  if (state.situation !== 'valid') {
    return <ClosedInvite state={state} {...rest} />;
  }
  if (state.person === 'someone-else') {
    return <SwitchAccount state={state} {...rest} />;
  }
  return state.details ? (
    <OpenInvite state={state} {...rest} />
  ) : (
    <UnprovenInvite state={state} {...rest} />
  );
}

function OpenInvite(props: ScreenProps<ProvenState>) {
  if (props.state.reader) {
    return <AcceptInvite {...props} />;
  }
  return props.state.person === 'new' ? <NewPerson {...props} /> : <SignInAndJoin {...props} />;
}

/** If only an operator lets people in, the invite has to wait for that. */
function NewPerson(props: ScreenProps<ProvenState>) {
  const isClosed = useConfig().signUp === 'closed';
  return isClosed ? (
    <InviteCard state={props.state} steps={props.steps}>
      <InviteFacts details={props.state.details} />
      <Notice tone="info">
        <WhoInvites />
      </Notice>
      <Leave />
    </InviteCard>
  ) : (
    <SignUpAndJoin {...props} />
  );
}

function UnprovenInvite(props: ScreenProps<UnprovenState>) {
  return props.state.reader ? <VerifyToRead {...props} /> : <SignInToRead {...props} />;
}

/** Yes or no, for the invited person. */
function AcceptInvite({ state, steps }: ScreenProps<ProvenState>) {
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

/** There is nothing to accept, or not now. */
function ClosedInvite(props: ScreenProps) {
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

/** For a visitor who is not signed in and whose link proves nothing. */
function SignInToRead({ link, state, steps }: ScreenProps) {
  const { t } = useTranslation();
  const { signUp } = useConfig();
  return (
    <InviteCard state={state} steps={steps}>
      <div className="grid gap-2">
        <ButtonLink to={paths.signIn} {...comeBack(link)} variant="primary" size="wide">
          {t('invitation.steps.toSignIn')}
        </ButtonLink>
        {signUp !== 'closed' && (
          <ButtonLink to={paths.signUp} {...comeBack(link)} size="wide">
            {t('invitation.steps.toSignUp')}
          </ButtonLink>
        )}
      </div>
    </InviteCard>
  );
}

/** The invite is for somebody else than who is signed in; it stays here while they change places. */
function SwitchAccount({ state, steps }: ScreenProps) {
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

/** The link proves nothing, and neither does an address that is not verified. */
function VerifyToRead({ state, steps }: ScreenProps) {
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
