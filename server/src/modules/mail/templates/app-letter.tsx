import type { AppContent } from '../kinds/app.ts';
import { Action, LetterBody, Paragraph } from './letter-body.tsx';
import type { Letter, TemplateSetting } from './template.ts';

/** A letter of the product on Hearth: its words in our frame. */
export function appLetter(
  { name, subject, paragraphs, action }: AppContent,
  setting: TemplateSetting,
): Letter {
  return {
    subject: subject.replace(/[\p{Cc}\s]+/gu, ' ').trim(),
    links: action ? [action.link] : [],
    body: (
      <LetterBody setting={setting} name={name}>
        {paragraphs.map((paragraph) => (
          <Paragraph key={paragraph}>{paragraph}</Paragraph>
        ))}
        {action && <Action setting={setting} {...action} />}
      </LetterBody>
    ),
  };
}
