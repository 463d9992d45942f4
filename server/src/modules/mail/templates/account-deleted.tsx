import { LetterBody, Paragraph } from './letter-body.tsx';
import type { Template } from './template.ts';

export const accountDeleted: Template<'account-deleted'> = ({ name }, setting) => {
  const words = setting.words['account-deleted'];
  return {
    subject: words.subject(setting.productName),
    links: [],
    body: (
      <LetterBody setting={setting} name={name}>
        <Paragraph>{words.why(setting.productName)}</Paragraph>
        <Paragraph>{words.otherwise(setting.productName)}</Paragraph>
      </LetterBody>
    ),
  };
};
