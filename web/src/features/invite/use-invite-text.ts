import { useTranslation } from 'react-i18next';
import type { InviteState, ProvenState, UnprovenState } from './invite-state.ts';

/** Texts of the screen of a state. */
export function useInviteText(state: InviteState): {
  readonly title: string;
  readonly text: string;
} {
  const { t } = useTranslation();
  const { details, situation, reader = '' } = state;
  const words = {
    project: details?.subscription_name || t('invitation.untitled'),
    host: details?.host_name || t('invitation.someHost'),
    email: details?.email ?? '',
    reader,
  };
  const titleOf = !details && situation === 'valid' ? 'waiting' : situation;
  return {
    title: t(`invitation.titles.${titleOf}`, words),
    text: t(state.details ? provenText(state) : unprovenText(state), words),
  };
}

function provenText({ person, situation, reader }: ProvenState) {
  switch (situation) {
    case 'unpaid':
    case 'rejected':
    case 'accepted':
      return `invitation.anyone.${situation}` as const;
    case 'valid':
      return person === 'existing' && reader
        ? 'invitation.existing.signedIn'
        : (`invitation.${person}.valid` as const);
    default:
      return `invitation.${person}.${situation}` as const;
  }
}

function unprovenText({ person, situation }: UnprovenState) {
  return situation === 'valid'
    ? (`invitation.unproven.${person}` as const)
    : 'invitation.unproven.over';
}
