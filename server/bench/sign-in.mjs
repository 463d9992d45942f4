import { fork } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { hash, verify } from '@node-rs/argon2';
import { load, median } from './measure.mjs';
import { callIdentity } from './product.mjs';

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

/** Sign-ins beside the bare argon2id rate, and beside a server that does nothing but verify. */
export async function benchSignIn(product, { pairs, seconds, barePort }) {
  await callIdentity(product.origin, '/v1/accounts:signUp', person);
  const bare = fork(join(import.meta.dirname, 'bare-hash.mjs'), [
    person.password,
    String(barePort),
  ]);
  try {
    await once(bare, 'message');
    const options = {
      seconds,
      connections: 8,
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(person),
    };
    const bareUrl = `http://127.0.0.1:${barePort}/`;
    const signInUrl = `${product.origin}/v1/accounts:signInWithPassword?key=hearth-local`;
    const rounds = [];
    for (let round = 0; round < pairs; round += 1) {
      const hashes = await bareRate(seconds);
      const behindHttp = await load({ ...options, pid: bare.pid, url: bareUrl });
      const signIn = await load({ ...options, pid: product.pid, url: signInUrl });
      rounds.push({ hashes, behindHttp, signIn });
    }
    return {
      rounds,
      ratio: median(rounds.map(({ hashes, signIn }) => signIn.perSecond / hashes)),
      ratioBehindHttp: median(
        rounds.map(({ behindHttp, signIn }) => signIn.perSecond / behindHttp.perSecond),
      ),
    };
  } finally {
    bare.kill();
  }
}
