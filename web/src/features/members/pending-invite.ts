import type { SubscriptionUser } from '@hearth/contract';
import { paths } from '../../shared/paths.ts';

/** A pending user is known by the invite's id. */
export function inviteIdOf({ id, invite_id }: SubscriptionUser): string {
  return invite_id ?? id;
}

/** The link to hand over oneself: unlike the mailed one it carries no secret. */
export function inviteLink(inviteId: string): string {
  const query = new URLSearchParams({ id: inviteId });
  return `${location.origin}${paths.invite}?${query}`;
}
