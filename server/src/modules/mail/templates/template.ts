import type { Language } from '@hearth/contract';
import type { Phrases } from '../words/phrases.ts';

/** Look of all emails, and their links to help. Colors are `#rrggbb`. */
export interface MailBrand {
  readonly logo?: {
    /** Addresses of the pictures. */
    readonly light: string;
    readonly dark: string;
    /** The pictures hold the product's name. */
    readonly wordmark: boolean;
    /** Width in px at a height of 28 px. */
    readonly width: number;
  };
  readonly accent?: Readonly<
    Record<'light' | 'dark', { readonly accent: string; readonly ink: string }>
  >;
  /** Email address for questions. */
  readonly support?: string | undefined;
  readonly terms?: string | undefined;
  readonly privacy?: string | undefined;
}

export interface TemplateSetting {
  readonly language: Language;
  /** Texts that all mails share. */
  readonly phrases: Phrases;
  readonly productName: string;
  /** The operator's look; emails look as Hearth's own without it. */
  readonly brand?: MailBrand | undefined;
  /** Origin of the product. */
  readonly publicUrl: string;
}

/** Row of the table of a mail. */
export interface Row {
  readonly label: string;
  readonly value: string;
  /** The sum that the mail is about. */
  readonly isSum?: boolean;
}

/** Part of a letter, which is written in HTML and in plain text. */
export type Block =
  | { readonly is: 'paragraph'; readonly text: string; readonly isStrong?: true }
  | { readonly is: 'list'; readonly items: readonly string[] }
  | { readonly is: 'rows'; readonly rows: readonly Row[] }
  | { readonly is: 'code'; readonly code: string }
  | { readonly is: 'button'; readonly link: string; readonly button: string }
  | { readonly is: 'link'; readonly link: string };

export interface Letter {
  readonly subject: string;
  readonly heading: string;
  /** Name of the recipient; empty if there is none. */
  readonly name: string;
  readonly links: readonly string[];
  readonly blocks: readonly Block[];
}

export interface Named {
  /** Name of the recipient; empty if there is none. */
  readonly name: string;
}

/** Recipient and link of a letter. */
export interface Leading extends Named {
  readonly link: string;
}

/** Texts that letters are made of. */
export interface LetterTexts {
  readonly subject: string;
  /** First line of the mail, with the sum if it is about one. */
  readonly heading: string;
  /** Says what happened, which is why this person gets this mail. */
  readonly why: string;
  /** Says what to do if all is well. */
  readonly fine: string;
  /** Text before a list. */
  readonly now: string;
  /** Says what the link does and for how long, or what to know before following it. */
  readonly link: string;
  readonly button: string;
  /** Says where the code is typed, and that nobody else is to know it. */
  readonly codeFor: string;
  /** Says what to do if somebody else did it, or by mistake. */
  readonly otherwise: string;
  /** Text before a second link. */
  readonly more: string;
}

/** Parts of a letter. */
interface Written<Words> {
  readonly words: Words;
  readonly rows: readonly Row[];
  readonly publicUrl: string;
}

export interface Template<Content, Words> {
  /** Names of its texts, each of which the configuration can replace. */
  readonly parts: readonly (keyof Words)[];
  readonly write: (content: Content, written: Written<Words>) => Pick<Letter, 'links' | 'blocks'>;
}

/** Defines a template by the texts that it needs, and by the order of its parts. */
export const template =
  <Content extends Named>() =>
  <Part extends keyof LetterTexts>(
    parts: readonly Part[],
    write: Template<Content, Pick<LetterTexts, Part>>['write'],
  ): Template<Content, Pick<LetterTexts, Part>> => ({ parts, write });
