import type { InviteLink } from './invite-link.ts';
import type { InviteState } from './invite-state.ts';
import type { InviteSteps } from './use-invite-steps.ts';

/** Props of the screen of a state. */
export interface ScreenProps<State extends InviteState = InviteState> {
  readonly link: InviteLink;
  readonly state: State;
  readonly steps: InviteSteps;
}
