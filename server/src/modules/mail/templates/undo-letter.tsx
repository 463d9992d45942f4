import { Action, LetterBody, Paragraph } from './letter-body.tsx';
import type { LinkWords } from './link-letter.tsx';
import type { Leading, Letter, TemplateSetting } from './template.ts';

/** Texts of a letter whose link undoes a change. */
export interface UndoWords extends LinkWords {
  /** Says what to do if all is well. */
  readonly fine: string;
}

/** A letter about what has happened: nothing to do, unless it was somebody else. */
export function undoLetter(
  { name, link }: Leading,
  words: UndoWords,
  setting: TemplateSetting,
): Letter {
  return {
    subject: words.subject,
    links: [link],
    body: (
      <LetterBody setting={setting} name={name}>
        <Paragraph>{words.why}</Paragraph>
        <Paragraph>{words.fine}</Paragraph>
        <Paragraph>
          <strong>{words.otherwise}</strong>
        </Paragraph>
        <Paragraph>{words.link}</Paragraph>
        <Action setting={setting} link={link} button={words.button} />
      </LetterBody>
    ),
  };
}
