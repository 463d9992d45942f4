import { Action, LetterBody, Paragraph } from './letter-body.tsx';
import type { Template } from './template.ts';

export const recoverEmail: Template<'recover-email'> = ({ name, newEmail, link }, setting) => {
  const words = setting.words['recover-email'];
  return {
    subject: words.subject(setting.productName),
    links: [link],
    body: (
      <LetterBody setting={setting} name={name}>
        <Paragraph>{words.why(setting.productName, newEmail)}</Paragraph>
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
