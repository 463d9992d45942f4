import type { BillingContent } from '../billing-content.ts';
import type { HearthContent } from '../mail.ts';

/** Texts of a letter with a link. */
export interface LinkWords {
  readonly subject: string;
  /** Says what happened, which is why this person gets this mail. */
  readonly why: string;
  /** Says what the link does and for how long, or what to know before following it. */
  readonly link: string;
  readonly button: string;
  /** Says what to do if somebody else did it, or by mistake. */
  readonly otherwise: string;
}

/** Texts of a letter whose link undoes a change. */
export interface UndoWords extends LinkWords {
  /** Says what to do if all is well. */
  readonly fine: string;
}

/** Texts of a letter without a link. */
export type ClosingWords = Omit<LinkWords, 'link' | 'button'>;

/** Texts of a letter that lists permissions. */
export interface PermissionsWords extends Omit<LinkWords, 'link'> {
  /** Text before the list. */
  readonly now: string;
}

/** Texts of a letter that lists facts, each on its own line. */
export interface FactsWords extends Omit<LinkWords, 'link'> {
  readonly facts: readonly string[];
}

/** Texts of a receipt, which links to its invoice and to all others. */
export interface ReceiptWords extends Omit<FactsWords, 'otherwise'> {
  /** Text before the second link. */
  readonly more: string;
}

interface WordsByKind extends Record<HearthContent['kind'], unknown> {
  readonly 'verify-email': LinkWords;
  readonly 'reset-password': LinkWords;
  readonly 'verify-and-change-email': LinkWords;
  readonly 'recover-email': UndoWords;
  readonly 'revert-verification': UndoWords;
  readonly 'password-changed': UndoWords;
  readonly 'password-removed': UndoWords;
  readonly 'provider-linked': UndoWords;
  readonly 'provider-unlinked': UndoWords;
  readonly 'account-deleted': ClosingWords;
  readonly 'account-unused': LinkWords;
  readonly invitation: LinkWords;
  readonly 'invite-accepted': LinkWords;
  readonly 'member-removed': ClosingWords;
  readonly 'permissions-changed': PermissionsWords;
  readonly 'ownership-given': LinkWords;
  readonly 'ownership-received': LinkWords;
  readonly 'webhook-endpoint-off': LinkWords;
  readonly 'payment-disputed': ClosingWords;
  readonly receipt: ReceiptWords;
  readonly refund: LinkWords;
  readonly 'refund-failed': LinkWords;
  readonly 'credit-note': LinkWords;
  readonly 'payment-failed': LinkWords;
  readonly 'authentication-needed': LinkWords;
  readonly 'subscription-unpaid': LinkWords;
  readonly 'card-missing': LinkWords;
  readonly 'renewal-ahead': LinkWords;
  readonly 'trial-ending': LinkWords;
  readonly 'card-expiring': LinkWords;
  readonly 'subscription-ending': LinkWords;
  readonly 'subscription-resumed': LinkWords;
  readonly 'plan-change-scheduled': LinkWords;
  readonly 'plan-change-undone': LinkWords;
  readonly 'subscription-canceled': LinkWords;
  readonly 'plan-changed': FactsWords;
}

/** The texts of one kind. */
export type WordsOf<Kind extends HearthContent['kind']> = WordsByKind[Kind];

/** Values that the texts of a kind may use. Any name may be empty, so each sentence must work without it. */
export type About<Kind extends HearthContent['kind']> = Extract<HearthContent, { kind: Kind }> & {
  readonly productName: string;
};

/** Texts that all mails share. */
export interface CommonWords {
  /** The name is empty for people who gave none. */
  readonly greeting: (name: string) => string;
  readonly linkInClear: string;
  readonly footer: (productName: string) => string;
  readonly questions: (address: string) => string;
  readonly terms: string;
  readonly privacy: string;
}

type LetterWords = {
  readonly [Kind in HearthContent['kind']]: (about: About<Kind>) => WordsOf<Kind>;
};

/** Texts of mails about teams. */
export type TeamWords = Pick<
  LetterWords,
  | 'invitation'
  | 'invite-accepted'
  | 'member-removed'
  | 'permissions-changed'
  | 'ownership-given'
  | 'ownership-received'
>;

/** Texts of mails to operators. */
export type OperatorWords = Pick<LetterWords, 'webhook-endpoint-off' | 'payment-disputed'>;

/** Texts of mails about money. */
export type BillingWords = Pick<LetterWords, BillingContent['kind']>;

/** Texts of mails about one's own account. */
export type AccountWords = Omit<
  LetterWords,
  keyof TeamWords | keyof BillingWords | keyof OperatorWords
>;

/** All texts of mails in one language; a kind without its texts does not compile. */
export interface MailWords {
  readonly common: CommonWords;
  readonly letters: LetterWords;
}
