import { Action, LetterBody, Paragraph } from './letter-body.tsx';
import type { Template } from './template.ts';

export const passwordChanged: Template<'password-changed'> = ({ name }, setting) => {
  const words = setting.words['password-changed'];
  const link = `${setting.publicUrl}/reset-password`;
  return {
    subject: words.subject(setting.productName),
    links: [link],
    body: (
      <LetterBody setting={setting} name={name}>
        <Paragraph>{words.why(setting.productName)}</Paragraph>
        <Paragraph>{words.fine}</Paragraph>
        <Paragraph>
          <strong>{words.otherwise}</strong>
        </Paragraph>
        <Paragraph>{words.link}</Paragraph>
        <Action setting={setting} link={link} button={words.button} />
      </LetterBody>
    ),
  };
};
