import type { LinkWords } from '../words/mail-words.ts';
import { Action, LetterBody, Paragraph } from './letter-body.tsx';
import type { Leading, Letter, TemplateSetting } from './template.ts';

/** A letter that offers a step: why it came, the link, and what else there is to do. */
export function linkLetter(
  { name, link }: Leading,
  words: LinkWords,
  setting: TemplateSetting,
): Letter {
  return {
    subject: words.subject,
    links: [link],
    body: (
      <LetterBody setting={setting} name={name}>
        <Paragraph>{words.why}</Paragraph>
        <Paragraph>{words.link}</Paragraph>
        <Action setting={setting} link={link} button={words.button} />
        <Paragraph>{words.otherwise}</Paragraph>
      </LetterBody>
    ),
  };
}
