import { join } from 'node:path';
import { prepare } from '../../scripts/prepare.mjs';
import { benchAnswerTimes } from './answer-times.mjs';
import { benchGrowth, operatorAddress } from './growth.mjs';
import { benchMoney, startSlowStripe, stripeEnv } from './money.mjs';
import { undoAll } from './owned.mjs';
import { ports, requireFreePorts } from './ports.mjs';
import {
  printAnswerTimes,
  printBilling,
  printGrowth,
  printLists,
  printRead,
  printSignIn,
  printStart,
  printTokens,
} from './print.mjs';
import { startProduct, temporaryFolder } from './product.mjs';
import { benchRead } from './read.mjs';
import { benchSignIn } from './sign-in.mjs';
import { benchTokens } from './tokens.mjs';
import { benchUsers, writeRoomyConfig } from './users.mjs';

const server = [process.execPath, 'server/dist/main.js'];
const npmStart = ['npm', 'start', '--silent'];

const full = {
  pairs: Number(process.env.BENCH_PAIRS ?? 5),
  tries: 200,
  signInSeconds: 4,
  seconds: 3,
  /** So long does each server run before it is measured: none is a minute old in real life. */
  warmUpSeconds: 20,
  users: { small: 20, big: 10_000 },
  accounts: { few: 1_000, many: 1_000_000 },
  subscriptions: 10_000,
  renewals: 200,
};

/** Shows within minutes that everything runs; the figures mean nothing. */
const small = {
  ...full,
  pairs: 1,
  tries: 5,
  signInSeconds: 1,
  seconds: 1,
  warmUpSeconds: 1,
  users: { small: 20, big: 200 },
  accounts: { few: 100, many: 1_000 },
  subscriptions: 200,
  renewals: 5,
};

/** Each is measured on a product of its own, against its own yardstick; absolute numbers are this machine's. */
const parts = {
  start: benchStart,
  'sign-in': (size) =>
    withProduct({}, async ({ product, location }) => {
      const { signInSeconds: seconds } = size;
      printSignIn(await benchSignIn(product, { ...size, seconds, location }), size);
    }),
  read: (size) =>
    withProduct({}, async ({ product, location }) =>
      printRead(await benchRead(product, { ...size, location }), size),
    ),
  tokens: (size) =>
    withProduct({}, async ({ product }) => printTokens(await benchTokens(product, size), size)),
  answers: (size) =>
    withProduct({}, async ({ product }) =>
      printAnswerTimes(await benchAnswerTimes(product, size), size),
    ),
  lists: (size) =>
    withRoomyProduct(ports.product, async ({ product, location }) => {
      const { tries, users: sizes } = size;
      printLists(await benchUsers(product, { tries, sizes, location }), size);
    }),
  growth: (size) =>
    withRoomyProduct(ports.product, (few) =>
      withRoomyProduct(ports.big, async (many) =>
        printGrowth(await benchGrowth({ ...size, small: few, big: many }), size),
      ),
    ),
  billing: benchBilling,
};

/** Time to the first `GET /readyz` 200 after `npm start`, everything installed and built. */
async function benchStart(size) {
  const times = { empty: [], filled: [] };
  const filled = await temporaryFolder();
  await timeStart(filled.folder);
  for (let pair = 0; pair < size.pairs; pair += 1) {
    const empty = await temporaryFolder();
    times.empty.push(await timeStart(empty.folder));
    await empty.remove();
    times.filled.push(await timeStart(filled.folder));
  }
  await filled.remove();
  printStart(times, size);
}

async function timeStart(dataDir) {
  const product = await startProduct({ command: npmStart, dataDir, port: ports.product });
  await product.stop();
  return product.readyMs;
}

/** With a payment provider that takes 200 ms for each answer. */
async function benchBilling(size) {
  const stripe = await startSlowStripe(size);
  await withProduct({ env: stripeEnv }, async ({ product, location }) =>
    printBilling(await benchMoney(product, { ...size, location, stripe })),
  );
  await stripe.stop();
}

/** A product whose plans have more seats. */
async function withRoomyProduct(port, work) {
  const config = await temporaryFolder();
  const env = {
    HEARTH_CONFIG: await writeRoomyConfig(config.folder),
    OPERATOR_EMAILS: operatorAddress,
  };
  await withProduct({ port, env }, work);
  await config.remove();
}

/** After a failure `undoAll` ends and removes what is still there. */
async function withProduct({ port = ports.product, env = {} }, work) {
  const data = await temporaryFolder();
  const product = await startProduct({ command: server, dataDir: data.folder, port, env });
  const host = join(data.folder, 'postgres-socket');
  await work({ product, location: { host, user: 'hearth', database: 'hearth' } });
  await product.stop();
  await data.remove();
}

function readWords(words) {
  const names = words.filter((word) => word !== '--small');
  const unknown = names.filter((name) => !Object.hasOwn(parts, name));
  if (unknown.length > 0) {
    throw new Error(
      `There is no part ${unknown.join(', ')}. Parts: ${Object.keys(parts).join(', ')}. All of them run without a name; --small only shows that they run.`,
    );
  }
  return {
    names: names.length > 0 ? names : Object.keys(parts),
    size: names.length < words.length ? small : full,
  };
}

async function main() {
  const { names, size } = readWords(process.argv.slice(2));
  await requireFreePorts(Object.values(ports));
  await prepare();
  for (const name of names) {
    await parts[name](size);
  }
}

const stopped = new Promise((resolve) => {
  for (const [signal, number] of [
    ['SIGHUP', 1],
    ['SIGINT', 2],
    ['SIGTERM', 15],
  ]) {
    process.on(signal, () => resolve(128 + number));
  }
});
const done = main().then(
  () => 0,
  (error) => {
    console.error(error.constructor === Error ? error.message : error);
    return 1;
  },
);
const exitCode = await Promise.race([done, stopped]);
if (exitCode > 1) {
  console.error('Stopping what the bench has started.');
}
await undoAll();
process.exit(exitCode);
