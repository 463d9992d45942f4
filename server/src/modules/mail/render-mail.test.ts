import { languages } from '@hearth/contract';
import { describe, expect, it } from 'vitest';
import type { MailContent } from './mail.ts';
import { renderMail } from './render-mail.ts';

const link = 'https://hearth.example/auth/action?mode=verifyEmail&oobCode=abc&lang=en';
const name = 'Ada Lovelace';
const newEmail = 'new@example.com';

const contents: { readonly [Kind in MailContent['kind']]: MailContent & { kind: Kind } } = {
  'verify-email': { kind: 'verify-email', name, link },
  'reset-password': { kind: 'reset-password', name, link },
  'verify-and-change-email': { kind: 'verify-and-change-email', name, newEmail, link },
  'recover-email': { kind: 'recover-email', name, newEmail, link },
  'password-changed': { kind: 'password-changed', name },
  'account-deleted': { kind: 'account-deleted', name },
};

const site = { productName: 'Kiln & Co', publicUrl: 'https://hearth.example' };
const chinese = /[\u4e00-\u9fff]/g;

describe.each(languages)('mails in %s', (language) => {
  it.each(Object.values(contents))('say what a $kind mail has to say', async (content) => {
    const mail = await renderMail(content, { ...site, language });
    expect(mail.subject).toContain('Kiln & Co');
    expect(mail.html).toContain(`<html lang="${language}">`);
    expect(mail.html).toContain('Kiln &amp; Co');
    expect(mail.text).toContain(name);
    expect(mail.text.length).toBeGreaterThan(60);
    expect(`${mail.subject}${mail.text}${mail.html}`).not.toMatch(/undefined|null|\[object|\{\{/);
    for (const text of [mail.subject, mail.text]) {
      const count = text.match(chinese)?.length ?? 0;
      expect(count > 0).toBe(language === 'zh');
    }
  });

  it.each(Object.values(contents).filter((content) => 'link' in content))(
    'lead from a $kind mail where it should',
    async (content) => {
      const mail = await renderMail(content, { ...site, language });
      expect(mail.links).toEqual([link]);
      expect(mail.text.split('\n')).toContain(link);
      const hrefs = [...mail.html.matchAll(/href="([^"]*)"/g)].map(([, href]) => href);
      expect(hrefs).toEqual([link.replaceAll('&', '&amp;'), link.replaceAll('&', '&amp;')]);
    },
  );

  it('name the new address where it changed', async () => {
    for (const kind of ['verify-and-change-email', 'recover-email'] as const) {
      const mail = await renderMail(contents[kind], { ...site, language });
      expect(mail.text).toContain(newEmail);
      expect(mail.html).toContain(newEmail);
    }
  });
});

describe('what a person typed', () => {
  async function greet(typed: string) {
    const mail = await renderMail(
      { kind: 'verify-email', name: typed, link },
      { ...site, language: 'en' },
    );
    return { ...mail, greeting: mail.text.split('\n').find((line) => line.startsWith('Hello')) };
  }

  it('is text, not HTML', async () => {
    const { html, greeting } = await greet('<script>alert(1)');
    expect(html).not.toContain('<script');
    expect(html).toContain('&lt;script&gt;alert(1)');
    expect(greeting).toBe('Hello <script>alert(1),');
  });

  it('stays on its line', async () => {
    const { html, greeting } = await greet('Ada\r\nBcc: all@example.com\u2028\u202e');
    expect(html).not.toMatch(/Bcc/);
    expect(greeting).toBe('Hello,');
    expect((await greet('Ada\r\nLovelace\t\u202e')).greeting).toBe('Hello Ada Lovelace,');
  });

  it.each(['https://evil.example', 'You won at evil.example now', 'a@b', 'x'.repeat(61), ''])(
    'is left out when it is no name: %s',
    async (typed) => {
      expect((await greet(typed)).greeting).toBe('Hello,');
    },
  );

  it.each(['J. R. R. Tolkien', '李小龙', 'Zoë Saldaña-O’Neill'])('is a name: %s', async (typed) => {
    expect((await greet(typed)).greeting).toBe(`Hello ${typed},`);
  });
});
