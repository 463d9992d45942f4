import { paths } from '../../shared/paths.ts';
import { keptLocation } from '../../shared/session/index.ts';

/** Content of an invite page's address. */
export interface InviteLink {
  readonly id: string;
  /** In the mailed link only; it proves the mailbox. */
  readonly token: string | undefined;
}

export function readInviteLink(search: string): InviteLink | undefined {
  const query = new URLSearchParams(search);
  const id = query.get('id');
  return id ? { id, token: query.get('token') || undefined } : undefined;
}

/** The page's own address again, without the rest of what a link may carry. */
export function toInvitePath({ id, token }: InviteLink): string {
  return `${paths.invite}?${new URLSearchParams({ id, ...(token && { token }) })}`;
}

/** Input of the calls about the invite. */
export function toInviteInput({ id, token }: InviteLink) {
  return token ? { inviteId: id, token } : { inviteId: id };
}

/**
 * For links to sign-in, sign-up and reset, which lead back here. Only that page's state holds the secret; what is stored
 * is the id, which proves nothing.
 */
export function comeBack(link: InviteLink) {
  return {
    replace: true,
    state: { from: toInvitePath(link) },
    onClick: () => keptLocation.keep(toInvitePath({ id: link.id, token: undefined })),
  } as const;
}
