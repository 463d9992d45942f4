import type { Language } from '@hearth/contract';
import type { ReactElement } from 'react';
import type { HearthContent } from '../mail.ts';
import type { CommonWords, WordsOf } from '../words/mail-words.ts';

/** Look of all emails, and where they lead for help. Colors are `#rrggbb`. */
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

export type Template<Kind extends HearthContent['kind']> = (
  content: Extract<HearthContent, { kind: Kind }>,
  words: WordsOf<Kind>,
  setting: TemplateSetting,
) => Letter;

/** Recipient and link of a letter. */
export interface Leading {
  readonly name: string;
  readonly link: string;
}
