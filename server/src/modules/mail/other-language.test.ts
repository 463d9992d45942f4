import { describe, expect, it } from 'vitest';
import { contents } from '../../../test/mail/mail-contents.ts';
import { renderMail } from './render-mail.ts';

const site = { productName: 'Kiln', publicUrl: 'https://hearth.example', language: 'de' } as const;
const texts = {
  'mails.common.amountDue': 'Offener Betrag',
  'mails.common.nextTry': 'Nächster Versuch',
  'mails.common.project': '„{{name}}“ bei {{product}}',
  'mails.payment-failed.subject': 'Zahlung für {{projectName}} am {{date}} fehlgeschlagen',
};

describe('an email in a language that has a folder', () => {
  it('has its texts, and dates and sums as it writes them', async () => {
    const mail = await renderMail(contents['payment-failed'], { ...site, texts });
    expect(mail.subject).toBe(
      'Zahlung für „Analytical Engine“ bei Kiln am 29. Februar 2028 fehlgeschlagen',
    );
    expect(mail.text).toMatch(/^Offener Betrag: 12\.345,00\s\$$/m);
    expect(mail.text).toMatch(/^Nächster Versuch: 29\. Februar 2028$/m);
    expect(mail.html).toContain('<html lang="de"');
  });

  it('without a text: is English there, with English dates and sums', async () => {
    const { text } = await renderMail(contents['payment-failed'], { ...site, texts });
    expect(text).toContain('We could not collect $12,345.00 for “Analytical Engine” at Kiln');
    expect(text).toContain('Otherwise we try again on Feb 29, 2028.');
  });

  it('written from right to left: says so', async () => {
    const { html } = await renderMail(contents['payment-failed'], { ...site, language: 'ar' });
    expect(html).toMatch(/<html lang="ar" dir="rtl"|<html dir="rtl" lang="ar"/);
  });
});
