import type { Language } from '@hearth/contract';

/** One mail before it has words; the template of its kind gives it subject and text. */
export interface Mail {
  /** Null goes nowhere, but takes as long: an unknown address must not answer faster. */
  readonly to: string | null;
  readonly language: Language;
  readonly content: MailContent;
}

/** What each kind of mail is about. Links carry secrets, so contents are sealed at rest. */
export type MailContent =
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
  | { readonly kind: 'password-changed'; readonly name: string }
  | { readonly kind: 'account-deleted'; readonly name: string };
