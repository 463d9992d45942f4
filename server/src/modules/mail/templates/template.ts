import type { Language } from '@hearth/contract';
import type { ReactElement } from 'react';

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

export interface TemplateSetting {
  readonly language: Language;
  readonly words: CommonWords;
  readonly productName: string;
  /** The operator's look; emails look as Hearth's own without it. */
  readonly brand?: MailBrand | undefined;
  /** Origin of the product. */
  readonly publicUrl: string;
}

export interface Letter {
  readonly subject: string;
  /** Link of the mail. */
  readonly links: readonly string[];
  readonly body: ReactElement;
}

export type Template<Content, Words> = (
  content: Content,
  words: Words,
  setting: TemplateSetting,
) => Letter;

export interface Named {
  /** Name of the recipient; empty if there is none. */
  readonly name: string;
}

/** Recipient and link of a letter. */
export interface Leading extends Named {
  readonly link: string;
}
