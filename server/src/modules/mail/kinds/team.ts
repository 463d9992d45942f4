import { defineMail } from '../define-mail.ts';
import { closingLetter } from '../templates/closing-letter.tsx';
import { linkLetter } from '../templates/link-letter.tsx';
import { permissionsLetter } from '../templates/permissions-letter.tsx';
import type { Leading, Named } from '../templates/template.ts';

interface AboutSubscription extends Named {
  /** Empty while the subscription is unnamed. */
  readonly subscriptionName: string;
}

type AboutOwnership = AboutSubscription & Leading & { readonly otherName: string };

const aboutOwnership = ({ link }: AboutOwnership) => `ownership ${link}`;

/** Mails about the people of a subscription. */
export const teamMails = {
  /** To the invited address; the link's token proves the mailbox for 14 days. */
  invitation: defineMail<AboutSubscription & Leading & { readonly hostName: string }>()({
    template: linkLetter,
    coalesce: 'asked',
  }),
  /** To the person who invited; link to the list of users. */
  'invite-accepted': defineMail<
    AboutSubscription & Leading & { readonly memberName: string; readonly memberEmail: string }
  >()({
    template: linkLetter,
    coalesce: ({ memberEmail, link }) => `accepted ${memberEmail} ${link}`,
  }),
  'member-removed': defineMail<AboutSubscription>()({
    template: closingLetter,
    coalesce: ({ subscriptionName }) => `removed ${subscriptionName}`,
  }),
  /** Labels of what the member holds now, in the mail's language; link to the overview. */
  'permissions-changed': defineMail<
    AboutSubscription &
      Leading & { readonly subscriptionId: string; readonly permissions: readonly string[] }
  >()({
    template: permissionsLetter,
    coalesce: { latest: ({ subscriptionId }) => subscriptionId },
  }),
  /** To the old owner, about the new one. */
  'ownership-given': defineMail<AboutOwnership>()({
    template: linkLetter,
    coalesce: aboutOwnership,
  }),
  /** To the new owner, about the old one. */
  'ownership-received': defineMail<AboutOwnership>()({
    template: linkLetter,
    coalesce: aboutOwnership,
  }),
  /** To each owner and to the mailbox that claims the projects; they are frozen until an operator has decided. */
  'ownership-frozen': defineMail<
    Named & {
      /** Names; empty for a project without one, or whose name is not for the recipient. */
      readonly projects: readonly string[];
      readonly reason: 'given-away' | 'contested';
      /** Whether it goes to the owner. */
      readonly isOwner: boolean;
    }
  >()({ template: closingLetter, coalesce: 'owed' }),
  /** To the same people, after the decision, and to the owner before. */
  'ownership-settled': defineMail<
    AboutSubscription & {
      /** Whether it goes to the owner of now. */
      readonly isOwner: boolean;
    }
  >()({ template: closingLetter, coalesce: 'owed' }),
  /** To an account whose owner has taken it back; addresses that accepted invites which it sent meanwhile. */
  'joined-meanwhile': defineMail<Named & { readonly joined: readonly string[] }>()({
    template: closingLetter,
    coalesce: 'owed',
  }),
};
