import type { Language } from '@hearth/contract';
import type { BillingContent, Money } from './billing-content.ts';

/** A mail before it is rendered; the template of its kind has the subject and the text. */
export interface Mail {
  /** Null for a mail that goes nowhere but takes as long: an unknown address must not answer faster. */
  readonly to: Recipient | null;
  readonly language: Language;
  readonly content: MailContent;
  /** Earliest time of sending; nothing for kinds of which only the latest is sent. */
  readonly notBefore?: Date | undefined;
}

export interface Recipient {
  readonly email: string;
  /** Otherwise the mailbox may be a stranger's, and few mails go to it. */
  readonly emailVerified: boolean;
}

/**
 * Contents of each kind of mail. Links carry secrets, so contents are sealed at rest.
 * A field that ends in `name` holds what somebody typed, and is printed, cut where it is long, only if it reads as a name.
 */
export type MailContent = HearthContent | AppContent;

/** Contents of Hearth's own mails. */
export type HearthContent =
  /** Link of mode verifyEmail. */
  | { readonly kind: 'verify-email'; readonly name: string; readonly link: string }
  /** Link of mode resetPassword. */
  | { readonly kind: 'reset-password'; readonly name: string; readonly link: string }
  /** To the new address; link of mode verifyAndChangeEmail. */
  | {
      readonly kind: 'verify-and-change-email';
      readonly name: string;
      readonly newEmail: string;
      readonly link: string;
    }
  /** To the old address after the change; link of mode recoverEmail, which undoes it for 7 days. */
  | {
      readonly kind: 'recover-email';
      readonly name: string;
      readonly newEmail: string;
      readonly link: string;
    }
  /** After a verification that another browser confirmed; link of mode revertVerification, for 7 days. */
  | { readonly kind: 'revert-verification'; readonly name: string; readonly link: string }
  | {
      readonly kind: 'password-changed';
      readonly name: string;
      /** Ids of the linked providers that still open the account. */
      readonly providers?: readonly string[];
    }
  | { readonly kind: 'password-removed'; readonly name: string }
  /** Link of mode revertLink, which removes the sign-in for 7 days. */
  | ({ readonly kind: 'provider-linked' } & AboutProvider & Linked)
  /** Link of mode revertUnlink, which brings the sign-in back for 7 days. */
  | ({ readonly kind: 'provider-unlinked' } & AboutProvider & Linked)
  | { readonly kind: 'account-deleted'; readonly name: string }
  /** Link of mode verifyEmail; without it, or a sign-in, the account is removed after so many days. */
  | {
      readonly kind: 'account-unused';
      readonly name: string;
      readonly link: string;
      readonly days: number;
    }
  /** To the invited address; the link's token proves the mailbox for 14 days. */
  | ({ readonly kind: 'invitation'; readonly hostName: string } & AboutSubscription & Linked)
  /** To the person who invited; link to the list of users. */
  | ({
      readonly kind: 'invite-accepted';
      readonly memberName: string;
      readonly memberEmail: string;
    } & AboutSubscription &
      Linked)
  | ({ readonly kind: 'member-removed' } & AboutSubscription)
  /** Labels of what the member holds now, in the mail's language; link to the overview. */
  | ({
      readonly kind: 'permissions-changed';
      readonly subscriptionId: string;
      readonly permissions: readonly string[];
    } & AboutSubscription &
      Linked)
  /** To the old owner, about the new one. */
  | ({ readonly kind: 'ownership-given'; readonly otherName: string } & AboutSubscription & Linked)
  /** To the new owner, about the old one. */
  | ({ readonly kind: 'ownership-received'; readonly otherName: string } & AboutSubscription &
      Linked)
  /** To an operator, about a webhook endpoint; link to the endpoints. */
  | ({
      readonly kind: 'webhook-endpoint-off';
      /** Name of the recipient; empty where there is none. */
      readonly name: string;
      /** Host of the endpoint, with its port where that is not the usual one. */
      readonly host: string;
      /** `gone`: it answered 410; `failing`: nothing succeeded for five days. */
      readonly reason: 'gone' | 'failing';
    } & Linked)
  /** To an operator, about a payment that the holder of a card disputes. */
  | {
      readonly kind: 'payment-disputed';
      /** Name of the recipient; empty where there is none. */
      readonly name: string;
      readonly subscriptionId: string;
      /** Null where the invoice has none. */
      readonly number: string | null;
      /** Asked back, in minor units. */
      readonly amount: Money;
    }
  | BillingContent;

/** A mail of the product on Hearth, in words that it has chosen already. */
export interface AppContent {
  readonly kind: 'app';
  /** Its name in the product. */
  readonly mail: string;
  /** Name of the recipient; empty where there is none. */
  readonly name: string;
  readonly subject: string;
  readonly paragraphs: readonly string[];
  readonly action?: { readonly link: string; readonly button: string };
}

interface AboutSubscription {
  /** Name of the recipient; empty where there is none. */
  readonly name: string;
  /** Empty while the subscription is unnamed. */
  readonly subscriptionName: string;
}

interface AboutProvider {
  readonly name: string;
  /** `google.com`. */
  readonly provider: string;
  /** Address at the provider; empty when it gave none. */
  readonly providerEmail: string;
}

interface Linked {
  readonly link: string;
}
