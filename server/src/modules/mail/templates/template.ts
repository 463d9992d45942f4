import type { Language } from '@hearth/contract';
import type { ReactElement } from 'react';
import type { MailContent } from '../mail.ts';
import type { MailWords } from '../words/mail-words.ts';

export interface TemplateSetting {
  readonly language: Language;
  readonly words: MailWords;
  readonly productName: string;
  /** Origin of the product. */
  readonly publicUrl: string;
}

export interface Letter {
  readonly subject: string;
  /** Where the mail leads to. */
  readonly links: readonly string[];
  readonly body: ReactElement;
}

export type Template<Kind extends MailContent['kind']> = (
  content: Extract<MailContent, { kind: Kind }>,
  setting: TemplateSetting,
) => Letter;
