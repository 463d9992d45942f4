import type { Row, Template } from './templates/template.ts';
import type { Speech, Values } from './words/phrases.ts';

/** Keeps mails of one kind from flooding a mailbox. */
export type Coalesce<Content> =
  /** A person asks for each one, and is refused while the mailbox has had many. */
  | 'asked'
  /** Money or a date brings it about, never a press alone: each one is sent. */
  | 'owed'
  /**
   * Mailed because of a change. Once the mailbox has had many, only the latest about a subject is sent, later; kinds
   * that undo each other share a subject.
   */
  | ((content: Content) => string)
  /** Only the latest about a subject is sent, however few there are. */
  | { readonly latest: (content: Content) => string };

/** Content with the values that each mail has. */
type AboutContent<Content> = Content & { readonly productName: string };

/** One kind of mail. Its words in each language are in `words/`. */
export interface MailDefinition<Content, Words> {
  readonly template: Template<Content, Words>;
  readonly coalesce: Coalesce<Content>;
  /** A person waits for its link, so a thousand receipts must not delay it. */
  readonly isAwaited?: true;
  /** Rows of its table. */
  readonly rows?: (about: AboutContent<Content>, say: Speech) => readonly Row[];
  /** Values that a text of the configuration may name, beside those of all mails. */
  readonly values?: Readonly<
    Record<string, (about: AboutContent<Content>, say: Speech) => Values[string]>
  >;
  /** Cases for which the configuration may have texts of their own; the first that holds counts. */
  readonly cases?: Readonly<Record<string, (content: Content) => boolean>>;
}

/**
 * Defines a kind by its content. Contents are sealed at rest, since links carry secrets; fields ending in `name` are
 * people's own text, cut or dropped by `printableName`.
 */
export const defineMail =
  <Content extends object>() =>
  <Words>(definition: MailDefinition<Content, Words>): MailDefinition<Content, Words> =>
    definition;
