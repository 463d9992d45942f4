import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { createEmptyDatabase } from '../backup/scene.ts';
import { freePort } from '../harness/free-port.ts';
import { type RunningProduct, spawnProduct, untilReady } from '../harness/running-product.ts';
import { reportFault } from './report-fault.ts';

const library = `/usr/lib/${process.arch === 'arm64' ? 'aarch64' : 'x86_64'}-linux-gnu/faketime/libfaketime.so.1`;
const daySeconds = 86_400;

beforeAll(() => {
  if (!existsSync(library)) {
    throw new Error('Install libfaketime: apt-get install faketime');
  }
});

const ended: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  await Promise.all(ended.splice(0).map((end) => end()));
});

/** A process on the shared database; its own clock is ahead by so many seconds, the database's is right. */
async function start(url: string, aheadSeconds: number): Promise<RunningProduct> {
  const dataDir = await mkdtemp(join(tmpdir(), 'hearth-fault-'));
  const env = {
    DATABASE_URL: url,
    SECRET_KEY: 'the key of processes whose clocks differ',
    API_KEY: 'public-key',
    // Tokens of one are read by the other.
    PUBLIC_URL: 'http://localhost:3000',
    HEARTH_MODE: 'local',
    METRICS_TOKEN: '0123456789abcdef',
    ...(aheadSeconds > 0 && {
      LD_PRELOAD: library,
      FAKETIME: `+${aheadSeconds}s`,
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
    }),
  };
  const product = spawnProduct({ dataDir, port: await freePort(), env });
  ended.push(() => product.stop().then(() => rm(dataDir, { recursive: true, force: true })));
  await untilReady(product);
  return product;
}

async function post({ origin }: RunningProduct, call: string, body: object) {
  const answer = await fetch(`${origin}/v1/accounts:${call}?key=public-key`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return { status: answer.status, body: (await answer.json()) as Record<string, string> };
}

async function skewOf({ origin }: RunningProduct): Promise<number> {
  const headers = { authorization: 'Bearer 0123456789abcdef' };
  const page = await (await fetch(`${origin}/metrics`, { headers })).text();
  return Number(/^hearth_clock_skew_seconds (.*)$/m.exec(page)?.[1]);
}

it('one of two processes 150 s ahead: both take what the other has written', async () => {
  const { url } = await createEmptyDatabase();
  const right = await start(url, 0);
  const wrong = await start(url, 150);
  const person = { email: 'ada@example.com', password: 'correct horse' };
  const { body } = await post(wrong, 'signUp', person);
  const statuses: number[] = [];
  for (const product of [right, wrong, right, wrong]) {
    for (let time = 0; time < 5; time += 1) {
      const change = { idToken: body.idToken, displayName: `Ada ${time}` };
      statuses.push((await post(product, 'update', change)).status);
    }
  }
  const refused = statuses.filter((status) => status !== 200).length;
  const skew = await skewOf(wrong);
  const seen = `${refused} of ${statuses.length} changes refused, skew ${Math.round(skew)} s`;
  reportFault({ planted: 'a clock 150 s ahead', seen, alarm: 'HearthClockSkew' });
  expect(refused).toBe(0);
  expect(Math.abs(skew - 150)).toBeLessThan(20);
  expect(Math.abs(await skewOf(right))).toBeLessThan(20);
});

it('a clock 20 days ahead while somebody guesses: nobody is locked out longer than usual', async () => {
  const { url } = await createEmptyDatabase();
  const wrong = await start(url, 20 * daySeconds);
  const person = { email: 'ada@example.com', password: 'correct horse' };
  const { body: session } = await post(wrong, 'signUp', person);
  let guesses = 0;
  for (let status = 0; guesses < 40; guesses += 1) {
    const answer = await post(wrong, 'signInWithPassword', {
      ...person,
      password: `wrong ${guesses}`,
    });
    status = answer.status;
    if (status !== 400 || /TOO_MANY/.test(JSON.stringify(answer.body))) {
      break;
    }
  }
  await wrong.stop();
  const right = await start(url, 0);
  const lookup = await post(right, 'lookup', { idToken: session.idToken });
  const signIns: number[] = [];
  for (let seconds = 0; seconds < 90 && !signIns.includes(200); seconds += 5) {
    signIns.push((await post(right, 'signInWithPassword', person)).status);
    await new Promise((resolve) => setTimeout(resolve, 5_000));
  }
  const seen = `${guesses} guesses, then the right password after ${(signIns.length - 1) * 5} s`;
  reportFault({ planted: 'a clock 20 days ahead', seen, alarm: 'HearthClockSkew' });
  expect(lookup.status).toBe(200);
  expect(signIns.at(-1)).toBe(200);
});
