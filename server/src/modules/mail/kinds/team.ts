import { defineMail } from '../define-mail.ts';
import { closingLetter, linkLetter, permissionsLetter } from '../templates/letters.ts';
import type { Leading, Named } from '../templates/template.ts';
import { projectName, textOf } from './values.ts';

interface AboutSubscription extends Named {
  /** Empty while the subscription is unnamed. */
  readonly subscriptionName: string;
}

type AboutOwnership = AboutSubscription &
  Leading & { readonly otherName: string; readonly handedBy: 'owner' | 'operator' };

const handedBy = {
  operator: ({ handedBy: by }: AboutOwnership) => by === 'operator',
  owner: () => true,
};

const aboutOwnership = ({ link }: AboutOwnership) => `ownership ${link}`;

/** Mails about the people of a subscription. */
export const teamMails = {
  /** To the invited address; the link's token proves the mailbox for 14 days. */
  invitation: defineMail<AboutSubscription & Leading & { readonly hostName: string }>()({
    template: linkLetter,
    coalesce: 'asked',
    values: { projectName, host: textOf('hostName') },
  }),
  /** To the person who invited; link to the list of users. */
  'invite-accepted': defineMail<
    AboutSubscription & Leading & { readonly memberName: string; readonly memberEmail: string }
  >()({
    template: linkLetter,
    coalesce: ({ memberEmail, link }) => `accepted ${memberEmail} ${link}`,
    values: { projectName, member: textOf('memberName'), memberEmail: textOf('memberEmail') },
  }),
  'member-removed': defineMail<AboutSubscription>()({
    template: closingLetter,
    coalesce: ({ subscriptionName }) => `removed ${subscriptionName}`,
    values: { projectName },
  }),
  /** To the owner, as `account-viewed` goes to the member. */
  'member-viewed': defineMail<
    Named & { readonly memberName: string; readonly memberEmail: string; readonly reason: string }
  >()({
    template: closingLetter,
    coalesce: ({ memberEmail, reason }) => `view ${memberEmail} ${reason}`,
    values: {
      member: textOf('memberName'),
      memberEmail: textOf('memberEmail'),
      reason: textOf('reason'),
    },
  }),
  /** Labels of what the member holds now, in the mail's language; link to the overview. */
  'permissions-changed': defineMail<
    AboutSubscription &
      Leading & { readonly subscriptionId: string; readonly permissions: readonly string[] }
  >()({
    template: permissionsLetter,
    coalesce: { latest: ({ subscriptionId }) => subscriptionId },
    values: { projectName },
  }),
  /** To the old owner, about the new one. */
  'ownership-given': defineMail<AboutOwnership>()({
    template: linkLetter,
    coalesce: aboutOwnership,
    values: { projectName, other: textOf('otherName') },
    cases: handedBy,
  }),
  /** To the new owner, about the old one. */
  'ownership-received': defineMail<AboutOwnership>()({
    template: linkLetter,
    coalesce: aboutOwnership,
    values: { projectName, other: textOf('otherName') },
    cases: handedBy,
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
  >()({
    template: closingLetter,
    coalesce: 'owed',
    cases: {
      'given-away-owner': ({ reason, isOwner }) => reason === 'given-away' && isOwner,
      'given-away-claimant': ({ reason }) => reason === 'given-away',
      'contested-owner': ({ isOwner }) => isOwner,
      'contested-claimant': () => true,
    },
  }),
  /** To the same people, after the decision, and to the owner before. */
  'ownership-settled': defineMail<
    AboutSubscription & {
      /** Whether it goes to the owner of now. */
      readonly isOwner: boolean;
    }
  >()({
    template: closingLetter,
    coalesce: 'owed',
    values: { projectName },
    cases: { owner: ({ isOwner }) => isOwner, other: ({ isOwner }) => !isOwner },
  }),
  /** To an account whose owner has taken it back; addresses that accepted invites which it sent meanwhile. */
  'joined-meanwhile': defineMail<Named & { readonly joined: readonly string[] }>()({
    template: closingLetter,
    coalesce: 'owed',
    values: { joined: ({ joined }) => joined.join(', ') },
  }),
};
