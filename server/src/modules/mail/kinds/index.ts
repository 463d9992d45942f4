import type { MailDefinition } from '../define-mail.ts';
import { accountMails } from './account.ts';
import type { AppContent } from './app.ts';
import { billingMails } from './billing.ts';
import { operatorMails } from './operator.ts';
import { teamMails } from './team.ts';

type Definitions = typeof accountMails &
  typeof teamMails &
  typeof billingMails &
  typeof operatorMails;

/** Hearth's own mails, by kind. */
export const hearthMails: Definitions = {
  ...accountMails,
  ...teamMails,
  ...billingMails,
  ...operatorMails,
};

export type HearthKind = keyof Definitions;

/** Content of one kind, as it is queued. */
export type ContentOf<Kind extends HearthKind> = { readonly kind: Kind } & ContentIn<
  Definitions[Kind]
>;

type ContentIn<Definition> =
  Definition extends MailDefinition<infer Content, infer _Words> ? Content : never;

/** Texts of one kind, as its template needs them. */
export type WordsOf<Kind extends HearthKind> =
  Definitions[Kind] extends MailDefinition<infer _Content, infer Words> ? Words : never;

/** Contents of Hearth's own mails. */
export type HearthContent = { readonly [Kind in HearthKind]: ContentOf<Kind> }[HearthKind];

/** Contents of each kind of mail. */
export type MailContent = HearthContent | AppContent;
