import { Action, LetterBody, List, Paragraph } from './letter-body.tsx';
import type { LinkWords } from './link-letter.tsx';
import type { Leading, Letter, TemplateSetting } from './template.ts';

/** Texts of a letter that lists facts, each on its own line. */
export interface FactsWords extends Omit<LinkWords, 'link'> {
  readonly facts: readonly string[];
}

export function factsLetter(
  { name, link }: Leading,
  words: FactsWords,
  setting: TemplateSetting,
): Letter {
  return {
    subject: words.subject,
    links: [link],
    body: (
      <LetterBody setting={setting} name={name}>
        <Paragraph>{words.why}</Paragraph>
        <List items={words.facts} />
        <Action setting={setting} link={link} button={words.button} />
        <Paragraph>{words.otherwise}</Paragraph>
      </LetterBody>
    ),
  };
}
