import type { Language, OwnWords } from '@hearth/contract';
import { render, toPlainText } from '@react-email/render';
import {
  type ContentOf,
  type HearthKind,
  hearthMails,
  type MailContent,
  type WordsOf,
} from './kinds/index.ts';
import { writeOwnWords } from './own-words.ts';
import { withPrintableNames } from './printable-names.ts';
import { appLetter } from './templates/app-letter.tsx';
import type { Letter, Template, TemplateSetting } from './templates/template.ts';
import { en } from './words/en.ts';
import type { About, MailWords } from './words/mail-words.ts';
import { zh } from './words/zh.ts';

/** A rendered mail. */
export interface RenderedMail {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly links: readonly string[];
}

const wordsByLanguage: Record<Language, MailWords> = { en, zh };

const templates: {
  readonly [Kind in HearthKind]: { readonly template: Template<ContentOf<Kind>, WordsOf<Kind>> };
} = hearthMails;

interface MailSetting extends Omit<TemplateSetting, 'words'> {
  readonly ownWords?: OwnWords | undefined;
}

export async function renderMail(
  content: MailContent,
  setting: MailSetting,
): Promise<RenderedMail> {
  const printable = withPrintableNames(content, setting.productName);
  const letter =
    printable.kind === 'app'
      ? appLetter(printable, { ...setting, words: wordsByLanguage[setting.language].common })
      : writeLetter(printable, setting);
  const html = await render(letter.body);
  return { subject: letter.subject, links: letter.links, html, text: toPlainText(html) };
}

/** The kind ties words to their template. */
function writeLetter<Kind extends HearthKind>(
  content: ContentOf<Kind>,
  setting: MailSetting,
): Letter {
  const { language, productName, ownWords } = setting;
  const { common, letters } = wordsByLanguage[language];
  const write = (about: About<Kind>) => letters[content.kind](about);
  const about = { ...content, productName };
  const words = ownWords ? writeOwnWords(about, write, { language, ownWords }) : write(about);
  return templates[content.kind].template(content, words, { ...setting, words: common });
}
