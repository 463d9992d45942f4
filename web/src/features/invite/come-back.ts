import { keptLocation } from '../../shared/session/index.ts';
import { type InviteLink, toInvitePath } from './invite-link.ts';

/**
 * For links to sign-in, sign-up and reset: whoever comes in there comes back here. The secret travels in the state of
 * that one page; only the id, which proves nothing, is stored for what lies further away.
 */
export function comeBack(link: InviteLink) {
  return {
    replace: true,
    state: { from: toInvitePath(link) },
    onClick: () => keptLocation.keep(toInvitePath({ id: link.id, token: undefined })),
  } as const;
}
