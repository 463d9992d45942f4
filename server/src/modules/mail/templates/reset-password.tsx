import { Action, LetterBody, Paragraph } from './letter-body.tsx';
import type { Template } from './template.ts';

export const resetPassword: Template<'reset-password'> = ({ name, link }, setting) => {
  const words = setting.words['reset-password'];
  return {
    subject: words.subject(setting.productName),
    links: [link],
    body: (
      <LetterBody setting={setting} name={name}>
        <Paragraph>{words.why(setting.productName)}</Paragraph>
        <Paragraph>{words.link}</Paragraph>
        <Action setting={setting} link={link} button={words.button} />
        <Paragraph>{words.otherwise}</Paragraph>
      </LetterBody>
    ),
  };
};
