import { fork } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { hash, verify } from '@node-rs/argon2';
import { load, median } from './measure.mjs';
import { callIdentity } from './product.mjs';

const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const person = { email: 'bench@example.com', password: 'correct horse' };

/** So long does each server run before it is measured: none is a minute old in real life. */
const warmUpSeconds = 20;

/** Verifications per second of this machine with nothing around them. */
async function bareRate(seconds) {
  const stored = await hash(person.password, parameters);
  const end = performance.now() + seconds * 1000;
  let count = 0;
  const startedAt = performance.now();
  const worker = async () => {
    while (performance.now() < end) {
      await verify(stored, person.password);
      count += 1;
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, worker));
  return count / ((performance.now() - startedAt) / 1000);
}

async function startYardstick(file, ...words) {
  const child = fork(join(import.meta.dirname, file), words);
  await once(child, 'message');
  return child;
}

/**
 * Sign-ins beside the bare argon2id rate, beside a server that does nothing but verify, and beside
 * the smallest program that signs in.
 */
export async function benchSignIn(product, { pairs, seconds, barePort, location }) {
  await callIdentity(product.origin, '/v1/accounts:signUp', person);
  const smallestPort = barePort + 1;
  const bare = await startYardstick('bare-hash.mjs', person.password, String(barePort));
  const smallest = await startYardstick(
    'smallest-sign-in.mjs',
    location.host,
    String(smallestPort),
  );
  const signInUrl = `${product.origin}/v1/accounts:signInWithPassword?key=hearth-local`;
  const servers = {
    behindHttp: { pid: bare.pid, url: `http://127.0.0.1:${barePort}/` },
    smallest: { pid: smallest.pid, url: `http://127.0.0.1:${smallestPort}/` },
    signIn: { pid: product.pid, url: signInUrl },
  };
  try {
    for (const server of Object.values(servers)) {
      await loadSignIn(server, warmUpSeconds);
    }
    const rounds = [];
    for (let round = 0; round < pairs; round += 1) {
      rounds.push(await measureRound(servers, seconds));
    }
    return { rounds, ratioTo: (name) => medianRatio(rounds, name) };
  } finally {
    bare.kill();
    smallest.kill();
  }
}

async function measureRound(servers, seconds) {
  const round = { hashes: { perSecond: await bareRate(seconds) } };
  for (const [name, server] of Object.entries(servers)) {
    round[name] = await loadSignIn(server, seconds);
  }
  return round;
}

function loadSignIn(server, seconds) {
  return load({
    ...server,
    seconds,
    connections: 8,
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(person),
  });
}

function medianRatio(rounds, name) {
  return median(rounds.map((round) => round.signIn.perSecond / round[name].perSecond));
}
