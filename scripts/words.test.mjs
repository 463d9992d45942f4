import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from './run-command.mjs';

const mails = 'server/src/modules/mail/words';
/** New features begin with its words. Those of `app/` are the operator's own. */
const examples = ['examples/pictures', 'examples/tasks'];
const both = ['server/src/config/languages/page-words.ts'];
const screens = {
  en: [
    ...listIn('web/src/shared/i18n/locales/en', /\.ts$/),
    ...examples.flatMap((example) => listIn(`${example}/web/locales`, /^en\.ts$/)),
  ],
  zh: [
    ...listIn('web/src/shared/i18n/locales/zh', /\.ts$/),
    ...examples.flatMap((example) => listIn(`${example}/web/locales`, /^zh\.ts$/)),
  ],
};
const files = {
  en: [
    ...screens.en,
    ...listIn(mails, /^en.*\.ts$/),
    ...listIn('contract/src', /errors\.ts$/),
    ...['billing', 'hosted-sign-in', 'identity', 'members', 'server-api'].flatMap((part) =>
      listIn(`contract/src/${part}`, /errors\.ts$/),
    ),
    ...both,
    'config/locales/en.json',
    ...examples.map((example) => `${example}/config/locales/en.json`),
  ],
  zh: [
    ...screens.zh,
    ...listIn(mails, /^zh.*\.ts$/),
    ...both,
    'config/locales/zh.json',
    ...examples.map((example) => `${example}/config/locales/zh.json`),
  ],
};

function listIn(folder, name) {
  return readdirSync(join(root, folder))
    .filter((file) => name.test(file))
    .map((file) => `${folder}/${file}`);
}

const sourceOf = (file) =>
  readFileSync(join(root, file), 'utf8')
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/^\s*\/\/.*$/gm, '');

/** Every text of a file; in place of what is filled in stands ◦. */
function textsOf(file) {
  const source = sourceOf(file);
  const quoted = [...source.matchAll(/'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)"/g)];
  const plain = quoted.map(([, single, double]) => single ?? double);
  return [...plain, ...templatesOf(source)].map((text) =>
    text.replace(/\$\{[^}]*\}|\{\{[^}]*\}\}/g, '◦'),
  );
}

/** Template literals of one line, those inside of others first. */
function templatesOf(source) {
  const innermost = /`((?:[^`\\$\n]|\\.|\$(?!\{)|\$\{[^`}\n]*\})*)`/g;
  const texts = [...source.matchAll(innermost)].map(([, text]) => text);
  return texts.length === 0 ? [] : [...texts, ...templatesOf(source.replace(innermost, '◦'))];
}

const chineseTextsOf = (file) => textsOf(file).filter((text) => /\p{Script=Han}/u.test(text));

/** Texts of buttons, links and titles, as their keys tell. */
function labelsOf(file) {
  const key =
    /\b(?:\w*[tT]itle|subject|button|submit|back|save|reload|previous|keep|discard|undo|search|accept|reject|leave|remove|revoke|resend|delete|copy\w*|to[A-Z]\w*|see[A-Z]\w*)(?:_one|_other)?:\s*/;
  const text = /(?:'((?:[^'\\\n]|\\.)+)'|`((?:[^`\\]|\\.)+)`)/;
  const pairs = sourceOf(file).matchAll(new RegExp(key.source + text.source, 'g'));
  return [...pairs].map(([, plain, template]) => plain ?? template);
}

/** Comments of a file, each as one line of text; lines that begin with `//` and follow each other are one. */
function commentsOf(file) {
  const source = readFileSync(join(root, file), 'utf8');
  const found = source.matchAll(/^[ \t]*\/\*\*([\s\S]*?)\*\/|((?:^[ \t]*\/\/.*\n)+)/gm);
  return [...found].map(([, block, lines]) =>
    (block ?? lines)
      .replace(/^\s*(?:\/\/|\*)/gm, '')
      .replace(/\s+/g, ' ')
      .trim(),
  );
}

/** Rooms whose comments are plain throughout. */
const plainRooms = ['server/src', 'stripe-emulator/src', 'sdk/src'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true })
    .filter((file) => /\.tsx?$/.test(file) && !/^modules\/billing\//.test(file))
    .map((file) => `${folder}/${file}`),
);

describe('comments', () => {
  const comments = plainRooms.flatMap((file) => commentsOf(file).map((text) => ({ file, text })));

  it('are at most 35 words long', () => {
    const isLong = ({ text }) => text.split(' ').filter((word) => /\w/.test(word)).length > 35;
    expect(comments.length).toBeGreaterThan(1_000);
    expect(comments.filter(isLong)).toEqual([]);
  });

  it('begin with what the thing is, and use words of today', () => {
    const others = /^(?:What|Whose|All that|The same)\b|\b(?:whoever|anew|for good|somebody who)\b/;
    expect(comments.filter(({ text }) => others.test(text))).toEqual([]);
  });
});

it.each(both)('%s speaks of no project, since it takes no word of the operator', (file) => {
  expect(textsOf(file).filter((text) => /\bproject|项目/i.test(text))).toEqual([]);
});

describe.each(files.en)('%s', (file) => {
  it('uses words of today: now, permanently, is, someone, again', () => {
    const others =
      /\b(?:at once|for good|stands?|somebody|anew|reckon\w*|oops|successful\w*|whoever)\b/i;
    expect(textsOf(file).filter((text) => others.test(text))).toEqual([]);
  });

  it('calls a message an email', () => {
    const others = /\b(?:mails?(?! server)|mailed)\b/i;
    const sentences = textsOf(file).filter((text) => / /.test(text));
    expect(sentences.filter((text) => others.test(text))).toEqual([]);
  });

  it('names no function of the code in a sentence', () => {
    const sentences = textsOf(file).filter((text) => / .* /.test(text));
    expect(sentences.filter((text) => /\b[a-z]+[A-Z][a-z]+\b/.test(text))).toEqual([]);
  });
});

it.each(screens.en)('%s: calls an offer to join an invitation', (file) => {
  const others = /\b(?:an?|the|this|your|pending|open|of|revoke) invites?\b/i;
  expect(textsOf(file).filter((text) => others.test(text))).toEqual([]);
});

describe.each(files.zh)('%s', (file) => {
  it('has one Chinese word each for account, member and invoice, and speaks politely', () => {
    // An account is 账号, a member of a project 成员, an invoice 发票; 用户 stands in 用户 ID alone, which is how the uid is called.
    const others = /账户|帐号|帐户|会员|用户(?! ID)|你|待处理|付款服务|支付方式|账单记录/;
    expect(chineseTextsOf(file).filter((text) => others.test(text))).toEqual([]);
  });

  it('has full-width punctuation', () => {
    const halfWidth = /\p{Script=Han}[,.:;!?()]|[,:;!?()]\p{Script=Han}/u;
    expect(chineseTextsOf(file).filter((text) => halfWidth.test(text))).toEqual([]);
  });

  it('sets Latin words and numbers apart from Chinese ones', () => {
    const close = /\p{Script=Han}[A-Za-z0-9]|[A-Za-z0-9]\p{Script=Han}/u;
    expect(chineseTextsOf(file).filter((text) => close.test(text))).toEqual([]);
  });
});

it.each(listIn(mails, /^zh.*\.ts$/))(
  '%s: says first what happened, not why it was sent',
  (file) => {
    expect(chineseTextsOf(file).filter((text) => /收到此邮件/.test(text))).toEqual([]);
  },
);

it.each(screens.zh)('%s: sets apart what is filled in and may be Latin', (file) => {
  // Plans and roles have Chinese names, a host comes with a Chinese word, a text is whole sentences, and a later price begins with its interval.
  const chinese = /\{\{(?:plan|role|host|from|to|text|then)\}\}/g;
  const lines = sourceOf(file).replace(chinese, '').split('\n');
  const close = /\p{Script=Han}\{\{|\}\}\p{Script=Han}/u;
  expect(lines.filter((line) => close.test(line))).toEqual([]);
});

it.each([...files.en, ...screens.zh, ...listIn(mails, /^zh.*\.ts$/)])(
  '%s: buttons and labels end without a full stop',
  (file) => {
    // A thank-you is a sentence.
    const labels = labelsOf(file).filter((text) => !/Thank you|谢谢/.test(text));
    expect(labels.filter((text) => /[.。]$/.test(text))).toEqual([]);
  },
);
