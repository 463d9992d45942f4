import { speak } from '../words/phrases.ts';
import type { Block, Letter, TemplateSetting } from './template.ts';

/** The letter as plain text, with all that its HTML says: each row on its own line, each address too. */
export function toText(letter: Letter, setting: TemplateSetting): string {
  const { productName, brand = {} } = setting;
  const { greet, phrase } = speak(setting);
  const toLine = (label: string, value: string) => phrase('row', { label, value });
  const { support, terms, privacy } = brand;
  const foot = [
    phrase('footer', { product: productName }),
    phrase(support ? 'questions' : 'replies', { support: support ?? '' }),
    ...(terms ? [toLine(phrase('terms'), terms)] : []),
    ...(privacy ? [toLine(phrase('privacy'), privacy)] : []),
  ];
  return [
    productName,
    letter.heading,
    greet(letter.name),
    ...letter.blocks.map((block) => toLines(block, toLine)),
    foot.join('\n'),
  ].join('\n\n');
}

function toLines(block: Block, toLine: (label: string, value: string) => string): string {
  switch (block.is) {
    case 'paragraph':
      return block.text;
    case 'list':
      return block.items.map((item) => `* ${item}`).join('\n');
    case 'rows':
      return block.rows.map(({ label, value }) => toLine(label, value)).join('\n');
    case 'code':
      return block.code;
    case 'button':
      return `${block.button}\n${block.link}`;
    case 'link':
      return block.link;
  }
}
