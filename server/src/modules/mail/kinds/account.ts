import { defineMail } from '../define-mail.ts';
import {
  closingLetter,
  linkLetter,
  passwordLetter,
  signInLetter,
  undoLetter,
} from '../templates/letters.ts';
import type { Leading, Named } from '../templates/template.ts';
import type { Speech } from '../words/phrases.ts';
import { providerName } from '../words/provider-names.ts';
import { dateOf, textOf } from './values.ts';

interface AboutAddress extends Leading {
  readonly newEmail: string;
}

const factorChanges = [
  'added',
  'removed',
  'removed-by-operator',
  'passkey-added',
  'passkey-removed',
  'recovery-code-used',
  'recovery-codes-renewed',
] as const;

/** Change of an account's second factors. */
export type FactorChange = (typeof factorChanges)[number];

interface AboutFactors extends Leading {
  readonly change: FactorChange;
}

interface AboutProvider extends Leading {
  /** `google.com`. */
  readonly provider: string;
  /** Address at the provider; empty when it gave none. */
  readonly providerEmail: string;
}

const providerValues = {
  provider: ({ provider }: AboutProvider, say: Speech) => providerName(provider, say.language),
  providerEmail: textOf('providerEmail'),
};

const aboutProvider = ({ provider, providerEmail }: AboutProvider) =>
  `provider ${provider} ${providerEmail}`;

/** Mails about one's own account. */
export const accountMails = {
  /** Link of mode verifyEmail. */
  'verify-email': defineMail<Leading>()({
    template: linkLetter,
    coalesce: 'asked',
    isAwaited: true,
  }),
  /** Link of mode resetPassword. */
  'reset-password': defineMail<Leading>()({
    template: linkLetter,
    coalesce: 'asked',
    isAwaited: true,
  }),
  /** Link of mode signIn. */
  'sign-in-link': defineMail<
    Leading & {
      /** Six digits for the browser that asked; left out if it is not to type any. */
      readonly code?: string;
    }
  >()({ template: signInLetter, coalesce: 'asked', isAwaited: true }),
  /** To the new address; link of mode verifyAndChangeEmail. */
  'verify-and-change-email': defineMail<AboutAddress>()({
    template: linkLetter,
    coalesce: 'asked',
    isAwaited: true,
    values: { newEmail: textOf('newEmail') },
  }),
  /** To the old address after the change; link of mode recoverEmail, which undoes it for 7 days. */
  'recover-email': defineMail<AboutAddress>()({
    template: undoLetter,
    coalesce: () => 'address',
    values: { newEmail: textOf('newEmail') },
  }),
  /** To the new address of a change that an operator has begun; link of mode confirmEmailChange, for 7 days. */
  'confirm-email-change': defineMail<Leading>()({
    template: linkLetter,
    coalesce: () => 'address',
    isAwaited: true,
  }),
  /** To the old address of such a change; link of mode stopEmailChange, until it takes effect. */
  'email-change-planned': defineMail<AboutAddress>()({
    template: undoLetter,
    coalesce: () => 'address',
    values: { newEmail: textOf('newEmail') },
  }),
  /** To the new address once such a change has taken effect. */
  'email-changed': defineMail<Named>()({ template: closingLetter, coalesce: () => 'address' }),
  /** After a verification that another browser confirmed; link of mode revertVerification, for 7 days. */
  'revert-verification': defineMail<Leading>()({
    template: undoLetter,
    coalesce: () => 'verification',
  }),
  /** To the address that the account lost by a press at its old one; link of mode contestRecovery, for 7 days. */
  'account-recovered': defineMail<Leading & { readonly oldEmail: string }>()({
    template: undoLetter,
    coalesce: () => 'address',
    values: { oldEmail: textOf('oldEmail') },
  }),
  'password-changed': defineMail<
    Named & {
      /** Ids of the linked providers that still open the account. */
      readonly providers?: readonly string[];
    }
  >()({ template: passwordLetter, coalesce: () => 'password' }),
  'password-removed': defineMail<Named>()({ template: passwordLetter, coalesce: () => 'password' }),
  /** Link of mode revertLink, which removes the sign-in for 7 days. */
  'provider-linked': defineMail<AboutProvider>()({
    template: undoLetter,
    coalesce: aboutProvider,
    values: providerValues,
  }),
  /** Link of mode revertUnlink, which brings the sign-in back for 7 days. */
  'provider-unlinked': defineMail<AboutProvider>()({
    template: undoLetter,
    coalesce: aboutProvider,
    values: providerValues,
  }),
  /** Link of mode revertFactors, which puts the second factors back for 7 days. */
  'factors-changed': defineMail<AboutFactors>()({
    template: undoLetter,
    coalesce: ({ change }) => `factors ${change}`,
    cases: Object.fromEntries(
      factorChanges.map((name) => [name, ({ change }: AboutFactors) => change === name]),
    ),
  }),
  /** Removed by a person who had signed in without it: nothing brings it back. */
  'authenticator-removed': defineMail<Named>()({
    template: passwordLetter,
    coalesce: () => 'authenticator',
  }),
  /** Removed by a person who had signed in without it. */
  'passkey-removed': defineMail<Named>()({ template: passwordLetter, coalesce: () => 'passkey' }),
  'account-deleted': defineMail<
    Named & {
      /** An operator had planned it; otherwise the person did it. */
      readonly isPlanned?: boolean;
    }
  >()({
    template: closingLetter,
    coalesce: () => 'deletion',
    cases: { planned: ({ isPlanned }) => isPlanned === true },
  }),
  /** An operator plans to delete the account; link of mode keepAccount, until then. */
  'deletion-planned': defineMail<Leading & { readonly deletesAt: string }>()({
    template: undoLetter,
    coalesce: () => 'deletion',
    values: { date: dateOf('deletesAt') },
  }),
  /** An operator sees the product as the person does, for 15 minutes at most. */
  'account-viewed': defineMail<Named & { readonly reason: string }>()({
    template: closingLetter,
    coalesce: ({ reason }) => `view ${reason}`,
    values: { reason: textOf('reason') },
  }),
  /** To an address without an account; link to sign-up, for 14 days. */
  'account-invitation': defineMail<Leading>()({ template: linkLetter, coalesce: 'asked' }),
  /** Link of mode verifyEmail; without it, or a sign-in, the account is removed after so many days. */
  'account-unused': defineMail<Leading & { readonly days: number }>()({
    template: linkLetter,
    coalesce: 'owed',
    values: { days: ({ days }) => String(days) },
  }),
};
