import { AcceptInvite } from './accept-invite.tsx';
import { ClosedInvite } from './closed-invite.tsx';
import type { ProvenState, UnprovenState } from './invite-state.ts';
import type { ScreenProps } from './screen-props.ts';
import { SignInAndJoin } from './sign-in-and-join.tsx';
import { SignInToRead } from './sign-in-to-read.tsx';
import { SignUpAndJoin } from './sign-up-and-join.tsx';
import { SwitchAccount } from './switch-account.tsx';
import { VerifyToRead } from './verify-to-read.tsx';

/** The one screen of a state: what is the matter, and the next step. */
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
  return props.state.person === 'new' ? <SignUpAndJoin {...props} /> : <SignInAndJoin {...props} />;
}

function UnprovenInvite(props: ScreenProps<UnprovenState>) {
  return props.state.reader ? <VerifyToRead {...props} /> : <SignInToRead {...props} />;
}
