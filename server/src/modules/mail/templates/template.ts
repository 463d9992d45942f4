import type { Language } from '@hearth/contract';
import type { ReactElement } from 'react';
import type { MailContent } from '../mail.ts';
import type { CommonWords, WordsOf } from '../words/mail-words.ts';

export interface TemplateSetting {
  readonly language: Language;
  readonly words: CommonWords;
  readonly productName: string;
  /** Origin of the product. */
  readonly publicUrl: string;
}

export interface Letter {
  readonly subject: string;
  /** Link of the mail. */
  readonly links: readonly string[];
  readonly body: ReactElement;
}

export type Template<Kind extends MailContent['kind']> = (
  content: Extract<MailContent, { kind: Kind }>,
  words: WordsOf<Kind>,
  setting: TemplateSetting,
) => Letter;

/** Recipient and link of a letter. */
export interface Leading {
  readonly name: string;
  readonly link: string;
}
