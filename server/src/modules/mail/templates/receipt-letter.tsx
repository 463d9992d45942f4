import type { FactsWords } from './facts-letter.tsx';
import { Action, ClearLink, LetterBody, List, Paragraph } from './letter-body.tsx';
import type { Leading, Letter, TemplateSetting } from './template.ts';

interface Invoiced extends Leading {
  /** Page on which the invoice can be read and printed. */
  readonly invoiceLink: string | null;
}

/** Texts of a receipt, which links to its invoice and to all others. */
export interface ReceiptWords extends Omit<FactsWords, 'otherwise'> {
  /** Text before the second link. */
  readonly more: string;
}

/** The invoice first, and the billing page for all others. */
export function receiptLetter(
  { name, link, invoiceLink }: Invoiced,
  words: ReceiptWords,
  setting: TemplateSetting,
): Letter {
  return {
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
  };
}
