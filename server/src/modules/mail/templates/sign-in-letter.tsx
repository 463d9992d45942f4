import { Action, LetterBody, Paragraph } from './letter-body.tsx';
import type { LinkWords } from './link-letter.tsx';
import type { Leading, Letter, TemplateSetting } from './template.ts';

/** Texts of a letter with a link and, for some readers, a code. */
export interface SignInWords extends LinkWords {
  /** Says where the code is typed, and that nobody else is to know it. */
  readonly codeFor: string;
}

/** A letter with a link to sign in, and a code for a reader whose browser is on another device. */
export function signInLetter(
  { name, link, code }: Leading & { readonly code?: string },
  words: SignInWords,
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
        {code !== undefined && (
          <>
            <Paragraph>{words.codeFor}</Paragraph>
            <Paragraph>
              <strong>{code}</strong>
            </Paragraph>
          </>
        )}
        <Paragraph>{words.otherwise}</Paragraph>
      </LetterBody>
    ),
  };
}
