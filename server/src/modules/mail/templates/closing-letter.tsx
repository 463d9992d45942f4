import type { ClosingWords } from '../words/mail-words.ts';
import { LetterBody, Paragraph } from './letter-body.tsx';
import type { Leading, Letter, TemplateSetting } from './template.ts';

/** A letter without a link, about something that has ended. */
export function closingLetter(
  { name }: Omit<Leading, 'link'>,
  words: ClosingWords,
  setting: TemplateSetting,
): Letter {
  return {
    subject: words.subject,
    links: [],
    body: (
      <LetterBody setting={setting} name={name}>
        <Paragraph>{words.why}</Paragraph>
        <Paragraph>{words.otherwise}</Paragraph>
      </LetterBody>
    ),
  };
}
