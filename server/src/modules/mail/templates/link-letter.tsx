import { Action, LetterBody, Paragraph } from './letter-body.tsx';
import type { Leading, Letter, TemplateSetting } from './template.ts';

/** Texts of a letter with a link. */
export interface LinkWords {
  readonly subject: string;
  /** Says what happened, which is why this person gets this mail. */
  readonly why: string;
  /** Says what the link does and for how long, or what to know before following it. */
  readonly link: string;
  readonly button: string;
  /** Says what to do if somebody else did it, or by mistake. */
  readonly otherwise: string;
}

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
