import type { Transaction } from '../../platform/transaction.ts';
import {
  findAccountByEmail,
  findAccountById,
  mailLanguage,
  type Services,
} from '../identity/index.ts';
import type { Subscription } from '../subscriptions/index.ts';
import type { Invite } from './invite.ts';

interface Invitation {
  readonly invite: Invite;
  readonly token: string;
  readonly subscription: Subscription;
  /** uid of who invites. */
  readonly hostId: string;
}

/** Mails the invited person; without an account, in the language of the person who invites. */
export async function mailInvitation(
  tx: Transaction,
  { invite, token, subscription, hostId }: Invitation,
  { client, mails, site }: Pick<Services, 'client' | 'mails' | 'site'>,
): Promise<void> {
  const host = await findAccountById(tx, hostId);
  const invited = await findAccountByEmail(tx, invite.email);
  await mails.queue(tx, {
    to: invited ?? { email: invite.email, emailVerified: false },
    language: mailLanguage(invited ?? host, client),
    content: {
      kind: 'invitation',
      name: invited?.displayName ?? '',
      hostName: host?.displayName ?? '',
      subscriptionName: subscription.name ?? '',
      link: inviteLink(invite.id, token, site.publicUrl),
    },
  });
}

/** The mailed link; the copied one has the id only. */
function inviteLink(id: string, token: string, publicUrl: string): string {
  const url = new URL('/invite', publicUrl);
  url.searchParams.set('id', id);
  url.searchParams.set('token', token);
  return url.href;
}
