import { LetterBody, Paragraph } from './letter-body.tsx';
import type { LinkWords } from './link-letter.tsx';
import type { Letter, Named, TemplateSetting } from './template.ts';

/** Texts of a letter without a link. */
type ClosingWords = Omit<LinkWords, 'link' | 'button'>;

/** A letter without a link, about something that has ended. */
export function closingLetter(
  { name }: Named,
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
