import { Action, LetterBody, Paragraph } from './letter-body.tsx';
import type { Template } from './template.ts';

export const verifyAndChangeEmail: Template<'verify-and-change-email'> = (content, setting) => {
  const { name, newEmail, link } = content;
  const words = setting.words['verify-and-change-email'];
  return {
    subject: words.subject(setting.productName),
    links: [link],
    body: (
      <LetterBody setting={setting} name={name}>
        <Paragraph>{words.why(setting.productName, newEmail)}</Paragraph>
        <Paragraph>{words.link}</Paragraph>
        <Action setting={setting} link={link} button={words.button} />
        <Paragraph>{words.otherwise}</Paragraph>
      </LetterBody>
    ),
  };
};
