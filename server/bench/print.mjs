import { median } from './measure.mjs';

const percent = (ratio) => `${(ratio * 100).toFixed(0)} %`;
const count = (number) => number.toLocaleString('en-US');

function print(title, lines) {
  console.log(`\n${title}`);
  for (const line of lines) {
    console.log(`  ${line}`);
  }
}

const inPairs = (title, pairs) => `${title} (median of ${pairs} interleaved pairs)`;
const inTries = (title, tries) => `${title} (medians of ${tries} interleaved tries)`;

function row(rows) {
  const of = (name) => median(rows.map((one) => one[name]));
  return `${of('perSecond').toFixed(0)}/s  p50 ${of('p50')} ms  p99 ${of('p99')} ms  ${of('cpu').toFixed(0)} µs CPU/request`;
}

export function printStart({ empty, filled }, { pairs }) {
  print(inPairs('npm start until the first /readyz 200', pairs), [
    `empty data folder   ${median(empty).toFixed(0)} ms (aim 4000)`,
    `filled data folder  ${median(filled).toFixed(0)} ms (aim 1500)`,
  ]);
}

export function printSignIn({ rounds, ratioTo }, { pairs }) {
  const of = (name) => rounds.map((round) => round[name]);
  const perSecond = median(of('hashes').map((one) => one.perSecond)).toFixed(0);
  const to = (name) => percent(ratioTo(name));
  print(inPairs('sign-in', pairs), [
    `bare argon2id   ${perSecond}/s`,
    `… behind HTTP   ${row(of('behindHttp'))}`,
    `smallest one    ${row(of('smallest'))}`,
    `sign-in         ${row(of('signIn'))}`,
    `ratio           ${to('hashes')} (aim 90 %); behind HTTP ${to('behindHttp')}, to the smallest ${to('smallest')}`,
  ]);
}

export function printRead({ bare, read, ratio }, { pairs }) {
  print(inPairs('authenticated subscription read', pairs), [
    `bare select     ${row(bare)}`,
    `read            ${row(read)}`,
    `ratio           ${percent(ratio)} (aim 65 %)`,
  ]);
}

export function printTokens({ refresh, lookup }, { pairs }) {
  print(inPairs("tokens, beside Google's emulator", pairs), [
    `refresh         ${row(refresh.own)}`,
    `the emulator's  ${row(refresh.emulator)}`,
    `ratio           ${refresh.ratio.toFixed(1)} ×`,
    `lookup          ${row(lookup.own)}`,
    `the emulator's  ${row(lookup.emulator)}`,
    `ratio           ${lookup.ratio.toFixed(1)} × (aim 1.5 ×)`,
  ]);
}

export function printAnswerTimes({ signIn, reset }, { tries }) {
  print(inTries('known and unknown address', tries), [
    `wrong password  ${difference(signIn)}`,
    `password reset  ${difference(reset)}`,
  ]);
}

function difference({ known, unknown }) {
  const apartMs = Math.abs(known - unknown);
  const apart = `${percent(apartMs / unknown)} or ${apartMs.toFixed(2)} ms apart`;
  const isAlike = apartMs <= 1 || apartMs / unknown <= 0.1;
  const verdict = isAlike ? 'alike' : 'NOT ALIKE';
  return `${known.toFixed(2)} ms and ${unknown.toFixed(2)} ms: ${apart}, ${verdict} (aim 10 % or 1 ms)`;
}

export function printLists({ ms, found }, { tries, users }) {
  const line = (name, to) =>
    `${ms[name].toFixed(2)} ms for ${found[name]} found, ratio ${(ms[name] / ms[to]).toFixed(2)} (aim 1.5)`;
  const head = `of ${count(users.big)} users`.padEnd(18);
  const below = ' '.repeat(head.length);
  print(inTries('lists of users', tries), [
    `${`of ${users.small} users`.padEnd(18)}first page ${ms.smallFirst.toFixed(2)} ms, search ${ms.smallSearch.toFixed(2)} ms`,
    `${head}first page ${line('bigFirst', 'smallFirst')}`,
    `${below}last page ${line('bigLast', 'smallFirst')}`,
    `${below}search for one ${line('bigSearch', 'smallSearch')}`,
    `${below}search for many ${line('bigSearchOfMany', 'smallSearch')}`,
  ]);
}

export function printGrowth({ growth, migration }, { tries, accounts: { few, many } }) {
  print(
    inTries(`${count(many)} accounts beside ${count(few)}`, tries),
    growth.map(
      ({ page, ms, ratio }) =>
        `${page.padEnd(17)}${ms.toFixed(2)} ms, ratio ${ratio.toFixed(2)} (aim 1.15)`,
    ),
  );
  const { applied, ms, before, during } = migration;
  print(`migration of ${count(many)} accounts beside requests`, [
    `${applied} migrations   ${(ms / 1_000).toFixed(1)} s: a column, a constraint, an index`,
    `longest wait   ${during.toFixed(0)} ms, before ${before.toFixed(0)} ms, ratio ${(during / before).toFixed(1)} (aim 1000 ms)`,
  ]);
}

export function printBilling({ reconciling, renewing }) {
  const seconds = ({ ms }) => `${(ms / 1_000).toFixed(0)} s`;
  print('billing (200 ms for each answer of the payment provider)', [
    `compared with the provider   ${reconciling.subscriptions} projects in ${seconds(reconciling)} by ${reconciling.requests} requests, ratio ${reconciling.times.toFixed(0)} to an hour (aim 1)`,
    `followed                     ${renewing.renewals} renewals of ${renewing.messagesEach} messages in ${seconds(renewing)} by ${renewing.requests.toFixed(1)} requests each, ratio ${renewing.times.toFixed(1)} to 1,000 an hour (aim 1)`,
  ]);
}
