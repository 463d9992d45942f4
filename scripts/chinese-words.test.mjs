import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { root } from './run-command.mjs';

const screens = 'web/src/shared/i18n/locales/zh';
const mails = 'server/src/modules/mail/words';
const files = [
  ...listIn(screens, /\.ts$/),
  ...listIn(mails, /^zh-.*\.ts$/),
  'config/locales/zh.json',
  'server/src/modules/billing/providers/sandbox/hosted-invoice-words.ts',
];

function listIn(folder, name) {
  return readdirSync(join(root, folder))
    .filter((file) => name.test(file))
    .map((file) => `${folder}/${file}`);
}

it.each(files)('%s: one Chinese word each for account and member', (file) => {
  const lines = readFileSync(join(root, file), 'utf8').split('\n');
  // An account is 账号, a member of a project 成员; 用户 stands in 用户 ID alone, which is how the uid is called.
  const others = /账户|帐号|帐户|会员|用户(?! ID)/;
  expect(lines.filter((line) => others.test(line))).toEqual([]);
});
