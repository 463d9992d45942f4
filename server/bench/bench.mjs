import { join } from 'node:path';
import { benchAnswerTimes } from './answer-times.mjs';
import { benchGrowth } from './growth.mjs';
import { median } from './measure.mjs';
import { benchMoney, startSlowStripe, toStripeEnv } from './money.mjs';
import { startProduct, temporaryFolder } from './product.mjs';
import { benchRead } from './read.mjs';
import { benchSignIn } from './sign-in.mjs';
import { benchTokens } from './tokens.mjs';
import { benchUsers, writeRoomyConfig } from './users.mjs';

const pairs = Number(process.env.BENCH_PAIRS ?? 5);
const tries = 200;
const port = 3900;
const barePort = 3901;
const stripePort = 3902;
const emulatorPort = 3910;
const bigPort = 3920;
const server = [process.execPath, 'server/dist/main.js'];
const npmStart = ['npm', 'start', '--silent'];

/** Everything is measured against its own yardstick in the same run; absolute numbers are this machine's. */
async function main() {
  const data = await temporaryFolder();
  try {
    await benchStart(data.folder);
    const product = await startProduct({ command: server, dataDir: data.folder, port });
    try {
      await benchLoads(product, data.folder);
    } finally {
      await product.stop();
    }
  } finally {
    await data.remove();
  }
  await benchLists();
  await benchSizes();
  await benchBilling();
}

const toLocation = (dataDir) => ({
  host: join(dataDir, 'postgres-socket'),
  user: 'hearth',
  database: 'hearth',
});

async function benchLists() {
  await withRoomyProduct(port, async ({ product, location }) => {
    printLists(await benchUsers(product, { tries, location }));
  });
}

/** Two products, one of which has a thousand times the accounts. */
async function benchSizes() {
  await withRoomyProduct(port, (small) =>
    withRoomyProduct(bigPort, async (big) => {
      console.log(`\n1,000,000 accounts beside 1,000 (medians of ${tries} interleaved tries)`);
      for (const { page, ms, ratio } of await benchGrowth({ small, big, tries })) {
        console.log(
          `  ${page.padEnd(17)}${ms.toFixed(2)} ms, ratio ${ratio.toFixed(2)} (aim 1.15)`,
        );
      }
    }),
  );
}

/** A product of its own, whose plans have more seats. */
async function withRoomyProduct(ownPort, work) {
  const data = await temporaryFolder();
  try {
    const env = { HEARTH_CONFIG: await writeRoomyConfig(data.folder) };
    const options = { command: server, dataDir: data.folder, port: ownPort, env };
    const product = await startProduct(options);
    try {
      await work({ product, location: toLocation(data.folder) });
    } finally {
      await product.stop();
    }
  } finally {
    await data.remove();
  }
}

/** A product of its own, with a payment provider that takes 200 ms for each answer. */
async function benchBilling() {
  const data = await temporaryFolder();
  const stripe = await startSlowStripe(stripePort);
  try {
    const env = toStripeEnv(stripePort);
    const product = await startProduct({ command: server, dataDir: data.folder, port, env });
    try {
      printBilling(await benchMoney(product, { location: toLocation(data.folder), stripe }));
    } finally {
      await product.stop();
    }
  } finally {
    stripe.stop();
    await data.remove();
  }
}

function printBilling({ reconciling, renewing }) {
  const seconds = ({ ms }) => `${(ms / 1_000).toFixed(0)} s`;
  const { subscriptions, requests } = reconciling;
  console.log('\nbilling (200 ms for each answer of the payment provider)');
  console.log(
    `  compared with the provider   ${subscriptions} projects in ${seconds(reconciling)} by ${requests} requests, ratio ${reconciling.times.toFixed(0)} to an hour (aim 1)`,
  );
  console.log(
    `  followed                     ${renewing.renewals} renewals of ${renewing.messagesEach} messages in ${seconds(renewing)} by ${renewing.requests.toFixed(1)} requests each, ratio ${renewing.times.toFixed(1)} to 1,000 an hour (aim 1)`,
  );
}

function printLists({ ms, found }) {
  const line = (name, to) =>
    `${ms[name].toFixed(2)} ms for ${found[name]} found, ratio ${(ms[name] / ms[to]).toFixed(2)} (aim 1.5)`;
  console.log(`\nlists of users (medians of ${tries} interleaved tries)`);
  console.log(
    `  of 20 users       first page ${ms.smallFirst.toFixed(2)} ms, search ${ms.smallSearch.toFixed(2)} ms`,
  );
  console.log(`  of 10,000 users   first page ${line('bigFirst', 'smallFirst')}`);
  console.log(`                    last page ${line('bigLast', 'smallFirst')}`);
  console.log(`                    search for one ${line('bigSearch', 'smallSearch')}`);
  console.log(`                    search for many ${line('bigSearchOfMany', 'smallSearch')}`);
}

async function benchLoads(product, dataDir) {
  const location = toLocation(dataDir);
  const signIn = await benchSignIn(product, { pairs, seconds: 4, barePort, location });
  const of = (name) => signIn.rounds.map((round) => round[name]);
  const ratioTo = (name) => percent(signIn.ratioTo(name));
  const perSecond = median(of('hashes').map((one) => one.perSecond)).toFixed(0);
  print('sign-in', [
    `bare argon2id   ${perSecond}/s`,
    `… behind HTTP   ${row(of('behindHttp'))}`,
    `smallest one    ${row(of('smallest'))}`,
    `sign-in         ${row(of('signIn'))}`,
    `ratio           ${ratioTo('hashes')} (aim 90 %); behind HTTP ${ratioTo('behindHttp')}, to the smallest ${ratioTo('smallest')}`,
  ]);
  const read = await benchRead(product, { pairs, seconds: 3, location, barePort });
  print('authenticated subscription read', [
    `bare select     ${row(read.bare)}`,
    `read            ${row(read.read)}`,
    `ratio           ${percent(read.ratio)} (aim 65 %)`,
  ]);
  const { refresh, lookup } = await benchTokens(product, { pairs, seconds: 3, emulatorPort });
  print("tokens, beside Google's emulator", [
    `refresh         ${row(refresh.own)}`,
    `the emulator's  ${row(refresh.emulator)}`,
    `ratio           ${refresh.ratio.toFixed(1)} ×`,
    `lookup          ${row(lookup.own)}`,
    `the emulator's  ${row(lookup.emulator)}`,
    `ratio           ${lookup.ratio.toFixed(1)} × (aim 1.5 ×)`,
  ]);
  const answers = await benchAnswerTimes(product, { tries });
  console.log(`\nknown and unknown address (medians of ${tries} interleaved tries)`);
  console.log(`  wrong password  ${difference(answers.signIn)}`);
  console.log(`  password reset  ${difference(answers.reset)}`);
}

/** Time to the first `GET /readyz` 200 after `npm start`, everything installed and built. */
async function benchStart(filled) {
  const empty = [];
  const reopened = [];
  const warm = await startProduct({ command: npmStart, dataDir: filled, port });
  await warm.stop();
  for (let pair = 0; pair < pairs; pair += 1) {
    const fresh = await temporaryFolder();
    empty.push(await timeStart(fresh.folder));
    await fresh.remove();
    reopened.push(await timeStart(filled));
  }
  print('npm start until the first /readyz 200', [
    `empty data folder   ${median(empty).toFixed(0)} ms (aim 4000)`,
    `filled data folder  ${median(reopened).toFixed(0)} ms (aim 1500)`,
  ]);
}

async function timeStart(dataDir) {
  const product = await startProduct({ command: npmStart, dataDir, port });
  await product.stop();
  return product.readyMs;
}

function row(rows) {
  const of = (name) => median(rows.map((one) => one[name]));
  return `${of('perSecond').toFixed(0)}/s  p50 ${of('p50')} ms  p99 ${of('p99')} ms  ${of('cpu').toFixed(0)} µs CPU/request`;
}

function difference({ known, unknown }) {
  const apartMs = Math.abs(known - unknown);
  const apart = `${percent(apartMs / unknown)} or ${apartMs.toFixed(2)} ms apart`;
  const isAlike = apartMs <= 1 || apartMs / unknown <= 0.1;
  const verdict = isAlike ? 'alike' : 'NOT ALIKE';
  return `${known.toFixed(2)} ms and ${unknown.toFixed(2)} ms: ${apart}, ${verdict} (aim 10 % or 1 ms)`;
}

function percent(ratio) {
  return `${(ratio * 100).toFixed(0)} %`;
}

function print(title, lines) {
  console.log(`\n${title} (median of ${pairs} interleaved pairs)`);
  for (const line of lines) {
    console.log(`  ${line}`);
  }
}

await main();
