import { Action, LetterBody, List, Paragraph } from './letter-body.tsx';
import type { Template } from './template.ts';

export const planChanged: Template<'plan-changed'> = ({ name, link }, words, setting) => ({
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
});
