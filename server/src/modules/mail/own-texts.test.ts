import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { contents, withNames } from '../../../test/mail/mail-contents.ts';
import { mailTextFaults } from './own-texts.ts';
import { renderMail } from './render-mail.ts';

const site = { productName: 'Kiln', publicUrl: 'https://hearth.example', language: 'en' } as const;
const failed = contents['payment-failed'];

describe('a text of the configuration', () => {
  it('replaces ours, with the values of the mail', async () => {
    const texts = {
      'mails.payment-failed.subject': 'Oh no, {{sum}} at {{product}}',
      'mails.payment-failed.why': '{{name}}, {{card}} did not pay for {{projectName}} on {{date}}.',
    };
    const { subject, html } = await renderMail(failed, { ...site, texts });
    expect(subject).toBe('Oh no, $12,345.00 at Kiln');
    expect(html).toContain(
      'Ada Lovelace, Visa ending in 4242 did not pay for “Analytical Engine” at Kiln on Feb 29, 2028.',
    );
    expect(html).toContain('Pay $12,345.00 now');
  });

  it('that names a value which is not known: leaves ours', async () => {
    const texts = { 'mails.payment-failed.heading': '{{sum}} is missing' };
    const { html } = await renderMail({ ...failed, owed: null }, { ...site, texts });
    expect(html).toContain('The last payment failed');
  });

  it('under the operator’s word for a project: keeps the names of product and address', async () => {
    const texts = { 'mails.payment-failed.why': '{{product}}, {{support}}' };
    const workspace = { en: { one: 'workspace', other: 'workspaces' }, zh: '工作区' };
    const { html } = await renderMail(failed, {
      ...{ ...site, texts, productName: 'Project Hub' },
      brand: { support: 'help@project.example' },
      ownWords: { project: workspace },
    });
    expect(html).toContain('Project Hub, help@project.example');
  });

  it('of a case: is for that case only, and before that of all', async () => {
    const texts = {
      'mails.subscription-canceled.heading': 'Over',
      'mails.subscription-canceled.heading.trial': 'Trial over',
    };
    const canceled = contents['subscription-canceled'];
    const headingOf = async (canceledBy: 'owner' | 'trial') => {
      const { html } = await renderMail({ ...canceled, canceledBy }, { ...site, texts });
      return /<h1[^>]*>([^<]*)/.exec(html)?.[1];
    };
    expect(await headingOf('owner')).toBe('Over');
    expect(await headingOf('trial')).toBe('Trial over');
  });

  it('that all mails share: is in each', async () => {
    const texts = { 'mails.common.greeting': 'Dear {{name}},', 'mails.common.amountDue': 'Open' };
    const { text } = await renderMail(failed, { ...site, texts });
    expect(text).toContain('Dear Ada Lovelace,');
    expect(text).toContain('Open: $12,345.00');
  });

  it('with markup in it, or in a value: is text', async () => {
    const texts = { 'mails.payment-failed.why': '<b>{{name}}</b>' };
    const { html } = await renderMail(withNames(failed, '<i>Ada'), { ...site, texts });
    expect(html).toContain('&lt;b&gt;&lt;i&gt;Ada&lt;/b&gt;');
  });

  it('in Chinese: sets Latin values apart', async () => {
    const texts = { 'mails.payment-failed.heading': '{{name}}的 {{sum}} 未能扣款' };
    const { html } = await renderMail(failed, { ...site, language: 'zh', texts });
    expect(html).toContain('Ada Lovelace 的 $12,345.00 未能扣款');
  });
});

describe('texts that no mail could use', () => {
  it.each([
    ['mails.payment-faild.why', 'x', /^there is no email `payment-faild`\. There are common, /],
    [
      'mails.receipt.wy',
      'x',
      /^`receipt` has no `wy`\. It has subject, heading, why, button, more\.$/,
    ],
    ['mails.receipt.why.owner', 'x', /^`receipt` knows no case `owner`\. It knows none\.$/],
    [
      'mails.subscription-canceled.why.boss',
      'x',
      /It knows owner, operator, provider, ending, trial\.$/,
    ],
    [
      'mails.receipt.why',
      'Hi {{nam}}',
      /^it has no value {{nam}}\. It may say {{name}}, {{product}}/,
    ],
    ['mails.receipt.why', 'Hi {{name}', /^a brace is missing/],
    ['mails.receipt.why', 'Hi {name}}', /^a brace is missing/],
    ['mails.receipt.why', ' ', /^it is empty\.$/],
    ['mails.common.helo', 'x', /^emails share no `helo`\. They share greeting, /],
    ['mails.common.row', '{{value}}', /^it leaves out {{label}}, which emails say nowhere else\.$/],
    ['mails.common.tax', '{{sum}}', /^it has no value {{sum}}\. It takes no value\.$/],
  ])('%s: “%s” is a fault', (key, text, sentence) => {
    const [{ fault } = expect.fail(), ...others] = mailTextFaults(
      { [key]: text },
      { hasSupport: true },
    );
    expect(others).toEqual([]);
    expect(fault).toMatch(sentence);
  });

  it('{{support}} without an address for questions: is a fault', () => {
    const texts = { 'mails.receipt.why': 'Write to {{support}}.' };
    expect(mailTextFaults(texts, { hasSupport: false })).toEqual([
      { key: 'mails.receipt.why', fault: expect.stringContaining('Set brand.support') },
    ]);
    expect(mailTextFaults(texts, { hasSupport: true })).toEqual([]);
  });

  it('are none among others, nor among those that a mail knows', () => {
    const texts = {
      'front.tagline': 'One {place',
      'mails.receipt.why': 'Thanks, {{name}}: {{sum}} for {{projectName}}.',
      'mails.factors-changed.why.added': '{{product}} has a new app.',
    };
    expect(mailTextFaults(texts, { hasSupport: true })).toEqual([]);
  });
});

it('the German emails that are shipped: each text is one that emails have', () => {
  const file = join(import.meta.dirname, '../../../../config/locales/de/mails.json');
  const texts = JSON.parse(readFileSync(file, 'utf8'));
  expect(mailTextFaults(texts, { hasSupport: false })).toEqual([]);
});
