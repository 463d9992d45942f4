import { Action, LetterBody, List, Paragraph } from './letter-body.tsx';
import type { LinkWords } from './link-letter.tsx';
import type { Leading, Letter, TemplateSetting } from './template.ts';

interface Permissions extends Leading {
  readonly permissions: readonly string[];
}

/** Texts of a letter that lists permissions. */
export interface PermissionsWords extends Omit<LinkWords, 'link'> {
  /** Text before the list. */
  readonly now: string;
}

export function permissionsLetter(
  { name, permissions, link }: Permissions,
  words: PermissionsWords,
  setting: TemplateSetting,
): Letter {
  return {
    subject: words.subject,
    links: [link],
    body: (
      <LetterBody setting={setting} name={name}>
        <Paragraph>{words.why}</Paragraph>
        <Paragraph>{words.now}</Paragraph>
        <List items={permissions} />
        <Action setting={setting} link={link} button={words.button} />
        <Paragraph>{words.otherwise}</Paragraph>
      </LetterBody>
    ),
  };
}
