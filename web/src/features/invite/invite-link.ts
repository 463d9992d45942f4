import { paths } from '../../shared/paths.ts';

/** What an address of the invite page carries. */
export interface InviteLink {
  readonly id: string;
  /** Of the mailed link only; it proves the mailbox. */
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

/** What the calls about the invite send. */
export function toInviteInput({ id, token }: InviteLink) {
  return token ? { inviteId: id, token } : { inviteId: id };
}
