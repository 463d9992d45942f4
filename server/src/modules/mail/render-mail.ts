import { type BuiltInLanguage, type Language, type OwnWords, sayOwnWords } from '@hearth/contract';
import { render } from '@react-email/render';
import { createElement } from 'react';
import type { MailDefinition } from './define-mail.ts';
import {
  type ContentOf,
  type HearthKind,
  hearthMails,
  type MailContent,
  type WordsOf,
} from './kinds/index.ts';
import { mapTexts } from './map-texts.ts';
import { findOwnText, type OwnTexts, replacePhrases } from './own-texts.ts';
import { withPrintableNames } from './printable-names.ts';
import { appLetter } from './templates/app-letter.ts';
import { forOutlook, LetterPage } from './templates/letter-page.tsx';
import { toText } from './templates/letter-text.ts';
import type { Letter, Row, TemplateSetting } from './templates/template.ts';
import { en } from './words/en.ts';
import type { About, MailWords } from './words/mail-words.ts';
import { fillIn, speak, type Values } from './words/phrases.ts';
import { zh } from './words/zh.ts';

/** A rendered mail. */
export interface RenderedMail {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly links: readonly string[];
}

/** Texts of a language that has a folder are in the configuration, and its gaps are English. */
const toBuiltIn = (language: Language): BuiltInLanguage => (language === 'zh' ? 'zh' : 'en');

const words: Readonly<Record<BuiltInLanguage, MailWords>> = { en, zh };

const definitions: {
  readonly [Kind in HearthKind]: MailDefinition<ContentOf<Kind>, WordsOf<Kind>>;
} = hearthMails;

interface MailSetting extends Omit<TemplateSetting, 'phrases'> {
  readonly ownWords?: OwnWords | undefined;
  /** Texts of the configuration, which replace ours. */
  readonly texts?: OwnTexts | undefined;
}

export async function renderMail(
  content: MailContent,
  { texts = {}, ownWords, ...site }: MailSetting,
): Promise<RenderedMail> {
  const printable = withPrintableNames(content, site.productName);
  const phrases = replacePhrases(words[toBuiltIn(site.language)].phrases, texts);
  const setting = { ...site, phrases };
  const letter =
    printable.kind === 'app'
      ? appLetter(printable)
      : writeLetter(printable, { ...setting, ownWords, texts });
  const html = forOutlook(await render(createElement(LetterPage, { letter, setting })));
  return { subject: letter.subject, links: letter.links, html, text: toText(letter, setting) };
}

interface Writing extends TemplateSetting, Pick<MailSetting, 'ownWords'> {
  readonly texts: OwnTexts;
}

/** The kind ties words to their template. */
function writeLetter<Kind extends HearthKind>(content: ContentOf<Kind>, setting: Writing): Letter {
  const { language, productName, ownWords, publicUrl, brand } = setting;
  const definition = definitions[content.kind];
  const { template } = definition;
  const about = { ...content, productName, support: brand?.support };
  const write = (one: About<Kind>) => writeParts(one, definition, setting);
  const { words, rows, values } = ownWords
    ? writeOwnWords(about, write, { language, ownWords })
    : write(about);
  const said = replaceWords({ content, words, values }, definition, setting);
  const { subject, heading } = said as WordsOf<Kind> & Pick<Letter, 'subject' | 'heading'>;
  const { name } = content;
  return { subject, heading, name, ...template.write(content, { words: said, rows, publicUrl }) };
}

interface WrittenMail<Kind extends HearthKind> {
  readonly words: WordsOf<Kind>;
  readonly rows: readonly Row[];
  /** Values for texts of the configuration. */
  readonly values: Values;
}

function writeParts<Kind extends HearthKind>(
  about: About<Kind>,
  { rows, values = {} }: MailDefinition<ContentOf<Kind>, WordsOf<Kind>>,
  { language, phrases }: Writing,
): WrittenMail<Kind> {
  const say = speak({ language, phrases });
  const own = Object.entries(values).map(([name, write]) => [name, write(about, say)]);
  const ours = toBuiltIn(language);
  const saying = ours === language ? say : speak({ language: ours, phrases: words[ours].phrases });
  return {
    words: words[ours].letters[about.kind](about, saying),
    rows: rows?.(about, say) ?? [],
    values: {
      name: about.name,
      product: about.productName,
      support: about.support,
      ...Object.fromEntries(own),
    },
  };
}

interface Ours<Kind extends HearthKind> extends Omit<WrittenMail<Kind>, 'rows'> {
  readonly content: ContentOf<Kind>;
}

/** Texts of the configuration in place of ours. One that names a value which is not known here leaves ours. */
function replaceWords<Kind extends HearthKind>(
  { content, words, values }: Ours<Kind>,
  { template, cases = {} }: MailDefinition<ContentOf<Kind>, WordsOf<Kind>>,
  { language, texts }: Writing,
): WordsOf<Kind> {
  const named = Object.keys(cases).find((one) => cases[one]?.(content));
  const ours = words as object;
  const replaced = template.parts.flatMap((part) => {
    const own = findOwnText({ kind: content.kind, part: String(part), named }, texts);
    const text = own === undefined ? undefined : fillIn(own, values, language);
    return text === undefined ? [] : [[part, text]];
  });
  return { ...ours, ...Object.fromEntries(replaced) } as WordsOf<Kind>;
}

/** Marks hidden words. A private-use character, so that nobody types it; `markEdges` has another one. */
const mark = '\uE001';

/** Writes words with the operator's own in place of ours. The values that are filled in stay as they are. */
function writeOwnWords<About, Words>(
  about: About,
  write: (about: About) => Words,
  { language, ownWords }: { readonly language: Language; readonly ownWords: OwnWords },
): Words {
  const hidden = mapTexts(about, (text) =>
    text.replace(/(p)(roject)|(项)(目)/gi, `$1$3${mark}$2$4`),
  );
  return mapTexts(write(hidden), (text) =>
    sayOwnWords(text, language, ownWords).replaceAll(mark, ''),
  );
}
