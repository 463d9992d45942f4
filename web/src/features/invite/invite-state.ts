import type { getInvite, OutputOf } from '@hearth/contract';

type InviteAnswer = OutputOf<typeof getInvite>;

export type InviteDetails = NonNullable<InviteAnswer['details']>;

/** `existing` has an account of the invited address, whether signed in to it or not. */
type Person = 'new' | 'existing' | 'someone-else' | 'unverified';

/** Person who has proven nothing; `visitor` is signed out. */
type Stranger = 'visitor' | 'someone-else' | 'unverified';

type StatusSituation = 'valid' | 'expired' | 'revoked' | 'rejected' | 'accepted';

type Situation = StatusSituation | 'already-member' | 'canceled' | 'unpaid' | 'full';

export interface ProvenState {
  readonly name: `${Person}-${Situation}`;
  readonly person: Person;
  readonly situation: Situation;
  readonly details: InviteDetails;
  /** The address of the signed-in person. */
  readonly reader: string | undefined;
}

/** The link says no more than that there is an invite. */
export interface UnprovenState {
  readonly name: `${Stranger}-${StatusSituation}`;
  readonly person: Stranger;
  readonly situation: StatusSituation;
  readonly details?: undefined;
  readonly reader: string | undefined;
}

export type InviteState = ProvenState | UnprovenState;

/** Which of the page's screens this answer is for. */
export function toInviteState(answer: InviteAnswer, reader: string | undefined): InviteState {
  const { details } = answer;
  if (!details) {
    const person = toStranger(answer);
    const situation = toStatusSituation(answer);
    return { name: `${person}-${situation}`, person, situation, reader };
  }
  const person = toPerson(answer, details);
  const situation = toSituation(answer, details);
  return { name: `${person}-${situation}`, person, situation, details, reader };
}

function toStranger({ reader }: InviteAnswer): Stranger {
  switch (reader) {
    case 'signed-out':
      return 'visitor';
    case 'wrong-account':
      return 'someone-else';
    case 'unverified':
    case 'invitee':
      return 'unverified';
  }
}

function toPerson({ reader }: InviteAnswer, { has_account: hasAccount }: InviteDetails): Person {
  switch (reader) {
    case 'signed-out':
      return hasAccount ? 'existing' : 'new';
    case 'wrong-account':
      return 'someone-else';
    case 'unverified':
      return 'unverified';
    case 'invitee':
      return 'existing';
  }
}

/** The hardest obstacle comes first. */
function toSituation(answer: InviteAnswer, { obstacle }: InviteDetails): Situation {
  if (obstacle === 'already-member' || obstacle === 'canceled') {
    return obstacle;
  }
  return answer.status === 'pending' && obstacle ? obstacle : toStatusSituation(answer);
}

function toStatusSituation({ status }: InviteAnswer): StatusSituation {
  return status === 'pending' ? 'valid' : status;
}
