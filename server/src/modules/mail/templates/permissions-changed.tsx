import { Action, LetterBody, List, Paragraph } from './letter-body.tsx';
import type { Template } from './template.ts';

export const permissionsChanged: Template<'permissions-changed'> = (content, words, setting) => {
  const { name, permissions, link } = content;
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
};
