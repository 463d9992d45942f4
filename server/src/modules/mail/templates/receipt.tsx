import { Action, ClearLink, LetterBody, List, Paragraph } from './letter-body.tsx';
import type { Template } from './template.ts';

/** The invoice first, and the billing page for all others. */
export const receipt: Template<'receipt'> = ({ name, link, invoiceLink }, words, setting) => ({
  subject: words.subject,
  links: invoiceLink === null ? [link] : [invoiceLink, link],
  body: (
    <LetterBody setting={setting} name={name}>
      <Paragraph>{words.why}</Paragraph>
      <List items={words.facts} />
      <Action setting={setting} link={invoiceLink ?? link} button={words.button} />
      {invoiceLink !== null && (
        <>
          <Paragraph>{words.more}</Paragraph>
          <ClearLink setting={setting} link={link} />
        </>
      )}
    </LetterBody>
  ),
});
