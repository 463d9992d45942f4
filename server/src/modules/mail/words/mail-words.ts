import type { MailContent } from '../mail.ts';

/** Texts of a kind that leads somewhere. */
export interface LinkWords {
  readonly subject: (productName: string) => string;
  /** Why this person gets this mail. */
  readonly why: (productName: string) => string;
  /** What the link does, and for how long. */
  readonly link: string;
  readonly button: string;
  /** What to do if it was somebody else. */
  readonly otherwise: string;
}

/** The same, about an address that the account is or was changed to. */
export interface NewEmailWords extends Omit<LinkWords, 'why'> {
  readonly why: (productName: string, newEmail: string) => string;
}

export interface ClosingWords {
  readonly subject: (productName: string) => string;
  readonly why: (productName: string) => string;
  readonly otherwise: (productName: string) => string;
}

/** All texts of mails in one language; a kind without its texts does not compile. */
export interface MailWords extends Record<MailContent['kind'], unknown> {
  /** The name is empty for people who gave none. */
  readonly greeting: (name: string) => string;
  readonly linkInClear: string;
  readonly footer: (productName: string) => string;
  readonly 'verify-email': LinkWords;
  readonly 'reset-password': LinkWords;
  readonly 'verify-and-change-email': NewEmailWords;
  readonly 'recover-email': NewEmailWords & { readonly fine: string };
  readonly 'password-changed': LinkWords & { readonly fine: string };
  readonly 'account-deleted': ClosingWords;
}
