import { builtInLanguages as languages, type OwnWords } from '@hearth/contract';
import { describe, expect, it } from 'vitest';
import {
  contents,
  invoiceLink,
  link,
  memberEmail,
  name,
  newEmail,
  subscriptionName,
  withNames,
} from '../../../test/mail/mail-contents.ts';
import type { HearthContent } from './kinds/index.ts';
import { renderMail } from './render-mail.ts';

const kinds = Object.values(contents);

const workspace: OwnWords = {
  project: { en: { one: 'workspace', other: 'workspaces' }, zh: '工作区' },
};

const site = { productName: 'Kiln & Co', publicUrl: 'https://hearth.example' };
const chinese = /[\u4e00-\u9fff]/g;

describe.each([
  { productName: 'Kiln', person: 'Ada', project: 'Engine', plan: 'Pro' },
  { productName: '炉火', person: '李小龙', project: '引擎', plan: '专业版' },
  { productName: 'Kiln 炉', person: '陈Q', project: 'Qi 引擎', plan: '专业 Pro' },
  { productName: '炉Kiln', person: 'Q陈', project: '引擎 2', plan: 'Pro 版' },
])('a Chinese mail of $productName', ({ productName, person, project, plan }) => {
  const values: Readonly<Record<string, unknown>> = {
    name: person,
    hostName: person,
    memberName: person,
    otherName: person,
    subscriptionName: project,
    plan,
    from: plan,
    to: plan,
    provider: 'yahoo.com',
    providers: ['yahoo.com'],
  };

  it.each(kinds)('sets Latin names apart, and no Chinese ones: $kind', async (content) => {
    const fields = Object.entries(content);
    const named = Object.fromEntries(fields.map(([key, value]) => [key, values[key] ?? value]));
    const ownWords = { project: { ...workspace.project, zh: 'Space' } };
    const setting = { productName, publicUrl: site.publicUrl, language: 'zh' } as const;
    for (const written of [content, named as HearthContent, withNames(content, '')]) {
      for (const words of [undefined, ownWords]) {
        const { subject, text } = await renderMail(written, { ...setting, ownWords: words });
        const sentences = [productName, person, project, plan].reduce(
          leaveEdges,
          `${subject}\n${text}`
            .replaceAll(/https:\S+/g, '')
            .replaceAll(/\d+年(\d+[月日])*/g, '1-日'),
        );
        expect(sentences).not.toMatch(
          /\p{Script=Han} \p{Script=Han}|\S {2}| [，。：（）”]|[，。：（“] /u,
        );
        expect(sentences).not.toMatch(
          /\p{Script=Han}[\p{Script=Latin}\d]|[\p{Script=Latin}\d]\p{Script=Han}/u,
        );
      }
    }
  });

  /** The name with its first and its last letter alone, since no sentence is within it. */
  const leaveEdges = (text: string, name: string) =>
    text.replaceAll(name, `${name.at(0)}-${name.at(-1)}`);
});

describe.each(languages)('mails in %s', (language) => {
  it.each(kinds)('say what a $kind mail has to say', async (content) => {
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

  it.each(kinds.filter((content) => 'link' in content))(
    'lead from a $kind mail where it should',
    async (content) => {
      const mail = await renderMail(content, { ...site, language });
      const links = content.kind === 'receipt' ? [invoiceLink, link] : [link];
      expect(mail.links).toEqual(links);
      expect(mail.text.split('\n')).toEqual(expect.arrayContaining(links));
      const hrefs = [...mail.html.matchAll(/href="([^"]*)"/g)].map(([, href]) => href);
      const [first = '', ...rest] = links.map((one) => one.replaceAll('&', '&amp;'));
      expect(hrefs).toEqual([first, first, ...rest]);
    },
  );

  it('name the new address if it changed', async () => {
    for (const kind of ['verify-and-change-email', 'recover-email'] as const) {
      const mail = await renderMail(contents[kind], { ...site, language });
      expect(mail.text).toContain(newEmail);
      expect(mail.html).toContain(newEmail);
    }
  });

  it.each(kinds.filter((content) => 'subscriptionName' in content))(
    'name the project of a $kind mail, in the subject too',
    async (content) => {
      const { subject, text, html } = await renderMail(content, { ...site, language });
      for (const part of [subject, text, html]) {
        expect(part).toContain(`“${subscriptionName}”`);
      }
    },
  );

  it.each([
    ['invitation', 'Charles Babbage'],
    ['invite-accepted', 'Grace Hopper'],
    ['invite-accepted', memberEmail],
    ['permissions-changed', '* Access\n* Editor'],
    ['ownership-given', 'Mary Somerville'],
    ['ownership-received', 'Mary Somerville'],
  ] as const)('tell in a %s mail of %s', async (kind, what) => {
    const { text } = await renderMail(contents[kind], { ...site, language });
    expect(text).toContain(what);
  });

  it.each(kinds)('read well in a $kind mail without any name', async (content) => {
    const { subject, html } = await renderMail(withNames(content, ''), { ...site, language });
    expect(subject).toContain('Kiln & Co');
    const body = html.slice(html.indexOf('<body'));
    const sentences = [...body.matchAll(/>([^<]+)</g)].map(([, sentence = '']) => sentence);
    expect(sentences.length).toBeGreaterThan(3);
    for (const sentence of [subject, ...sentences]) {
      expect(sentence).not.toMatch(/“”|\(\)|（）| {2}|^ | $| [,.，。]/);
    }
  });

  it.each(kinds)('take no link of a stranger into a $kind mail', async (content) => {
    const unnamed = await renderMail(withNames(content, ''), { ...site, language });
    for (const typed of ['http://evil.example', 'evil.com click', 'a\r\nBcc: x']) {
      const mail = await renderMail(withNames(content, typed), { ...site, language });
      expect(mail).toEqual(unnamed);
    }
  });

  it.each(kinds)('keep what was typed text, and subjects on one line: $kind', async (content) => {
    const script = await renderMail(withNames(content, '<script>'), { ...site, language });
    expect(script.html).not.toContain('<script');
    expect(script.html).toContain('&lt;script&gt;');
    const { subject } = await renderMail(withNames(content, 'Ada\r\n\u2028\u0000Byron'), {
      ...site,
      language,
    });
    expect(subject).not.toMatch(/[\p{Cc}\u2028\u2029]/u);
    expect(subject).toBe(
      (await renderMail(withNames(content, 'Ada Byron'), { ...site, language })).subject,
    );
  });
});

describe.each(languages)('a long name in %s', (language) => {
  const long = `${'Wolfeschlegelstein '.repeat(10)}bergerdorff`;
  const shown = `${long.slice(0, 60).trimEnd()}…`;

  it.each(kinds)(
    'is cut in a $kind mail, and breaks neither subject nor layout',
    async (content) => {
      const mail = await renderMail(withNames(content, long), { ...site, language });
      expect(mail.subject.length).toBeLessThan(200);
      expect(mail.text).toContain(shown);
      expect(`${mail.subject}${mail.text}`).not.toContain('bergerdorff');
      expect(mail.html).toMatch(/max-width:560px;[^"]*overflow-wrap:anywhere/);
    },
  );

  it('keeps the subject of an invitation to the names, cut', async () => {
    const content = withNames(contents.invitation, long);
    const { subject } = await renderMail(content, { ...site, language });
    expect(subject.split(shown)).toHaveLength(3);
  });
});

describe('the wording of an invitation', () => {
  const { invitation } = contents;
  it.each([
    ['Ada', 'Engine', 'Ada invites you to join “Engine” at Kiln & Co'],
    ['', 'Engine', 'You are invited to join “Engine” at Kiln & Co'],
    ['Ada', '', 'Ada invites you to join a project at Kiln & Co'],
    ['', '', 'You are invited to join a project at Kiln & Co'],
  ])('fits host “%s” and project “%s”', async (hostName, named, expected) => {
    const content = { ...invitation, hostName, subscriptionName: named };
    const { subject, text } = await renderMail(content, { ...site, language: 'en' });
    expect(subject).toBe(expected);
    expect(text).toContain(`${expected}.`);
    expect(text).toContain('14 days');
  });
});

describe.each([
  ['en', 'Support handed', 'ask the previous owner'],
  ['zh', '客服刚刚将', '联系原所有者'],
] as const)('a transfer by an operator in %s', (language, by, toAsk) => {
  it.each(['ownership-given', 'ownership-received'] as const)(
    'says so in %s, and sends nobody to the owner before',
    async (kind) => {
      const setting = { ...site, language };
      const content = { ...contents[kind], otherName: 'Ada' };
      const { text } = await renderMail({ ...content, handedBy: 'operator' }, setting);
      expect(text).toContain(by);
      expect(text).not.toContain(toAsk);
      expect((await renderMail(content, setting)).text).not.toContain(by);
    },
  );
});

describe('names in Chinese sentences', () => {
  const { 'ownership-received': received, 'ownership-given': given } = contents;
  it.each([
    ['Ada', '\nAda 刚刚', '转让给了 Ada。'],
    ['李小龙', '\n李小龙刚刚', '转让给了李小龙。'],
  ])('stand apart only when they are Latin: %s', async (otherName, by, to) => {
    const setting = { ...site, language: 'zh' } as const;
    expect((await renderMail({ ...received, otherName }, setting)).text).toContain(by);
    expect((await renderMail({ ...given, otherName }, setting)).text).toContain(to);
  });
});

describe.each(languages)('mails in %s with the operator’s own word for a project', (language) => {
  const ours = /project|项目/i;
  const textOf = async (content: HearthContent, setting = {}) => {
    const { subject, text, html } = await renderMail(content, { ...site, language, ...setting });
    return `${subject}\n${text}\n${html}`;
  };

  it.each(kinds)('never say ours in a $kind mail', async (content) => {
    for (const named of [content, withNames(content, '')]) {
      expect(await textOf(named, { ownWords: workspace })).not.toMatch(ours);
    }
  });

  it('would say ours in most mails otherwise', async () => {
    const texts = await Promise.all(kinds.map((content) => textOf(withNames(content, ''))));
    expect(texts.filter((text) => ours.test(text)).length).toBeGreaterThan(15);
  });

  it('leave the names that people typed as they are', async () => {
    const typed = language === 'en' ? 'Project Projects' : '大项目';
    const text = await textOf(withNames(contents['subscription-unpaid'], typed), {
      ownWords: workspace,
    });
    expect(text).toContain(`“${typed}”`);
    expect(text).toContain(language === 'en' ? 'The workspace is now on hold' : '工作区现已暂停');
  });
});

describe('mails with the operator’s brand', () => {
  const brand = {
    logo: {
      light: 'https://x.example/l.png',
      dark: 'https://x.example/d.png',
      wordmark: true,
      width: 120,
    },
    accent: {
      light: { accent: '#0f5bd7', ink: '#ffffff' },
      dark: { accent: '#8ab4ff', ink: '#131110' },
    },
    support: 'help@kiln.example',
    terms: 'https://kiln.example/terms',
    privacy: 'https://kiln.example/privacy',
  };

  it.each(languages)('show logo, colors and where to ask, in %s', async (language) => {
    const { html, text } = await renderMail(contents['reset-password'], {
      ...site,
      language,
      brand,
    });
    expect(html).toContain('src="https://x.example/l.png" alt="Kiln &amp; Co" width="120"');
    expect(html).toContain('background-color:#0f5bd7');
    expect(html).toContain('.button { background-color: #8ab4ff !important; color: #131110');
    expect(html).not.toContain('#b93e0c');
    expect(text).toContain('help@kiln.example');
    expect(text).toContain('https://kiln.example/terms');
    expect(html).toContain('href="https://kiln.example/privacy"');
  });

  it('write the name beside a logo that does not hold it', async () => {
    const logo = { ...brand.logo, wordmark: false };
    const { html, text } = await renderMail(contents['reset-password'], {
      ...site,
      language: 'en',
      brand: { logo },
    });
    expect(html).toContain('src="https://x.example/l.png" alt=""');
    expect(html).toMatch(/<span style="[^"]*">Kiln &amp; Co<\/span>/);
    expect(text).toMatch(/^Kiln & Co/);
  });

  it('look as Hearth’s own without one', async () => {
    const { html } = await renderMail(contents['reset-password'], { ...site, language: 'en' });
    const empty = await renderMail(contents['reset-password'], {
      ...site,
      language: 'en',
      brand: {},
    });
    expect(html).toContain('background-color:#b93e0c');
    expect(html).not.toMatch(/<img|Questions\?/);
    expect(empty.html).toBe(html);
  });
});
