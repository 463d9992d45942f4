import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import { load, median } from './measure.mjs';
import { ports } from './ports.mjs';
import { callIdentity } from './product.mjs';
import { startYardstick } from './programs.mjs';

const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const person = { email: 'bench@example.com', password: 'correct horse' };

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

/**
 * Sign-ins beside the bare argon2id rate, beside a server that does nothing but verify, and beside
 * the smallest program that signs in.
 */
export async function benchSignIn(product, { pairs, seconds, warmUpSeconds, location }) {
  await callIdentity(product.origin, '/v1/accounts:signUp', person);
  const bare = await startYardstick('bare-hash.mjs', person.password, ports.bare);
  const smallest = await startYardstick('smallest-sign-in.mjs', location.host, ports.smallest);
  const signInUrl = `${product.origin}/v1/accounts:signInWithPassword?key=hearth-local`;
  const servers = {
    behindHttp: { pid: bare.child.pid, url: `http://127.0.0.1:${ports.bare}/` },
    smallest: { pid: smallest.child.pid, url: `http://127.0.0.1:${ports.smallest}/` },
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
    await bare.stop();
    await smallest.stop();
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
