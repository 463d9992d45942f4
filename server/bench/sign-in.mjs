import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import { interleave, load, median } from './measure.mjs';
import { callIdentity } from './product.mjs';

const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Verifications per second of this machine with nothing around them. */
async function bareRate(seconds) {
  const stored = await hash('correct horse', parameters);
  const end = performance.now() + seconds * 1000;
  let count = 0;
  const startedAt = performance.now();
  const worker = async () => {
    while (performance.now() < end) {
      await verify(stored, 'correct horse');
      count += 1;
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, worker));
  return count / ((performance.now() - startedAt) / 1000);
}

/** Sign-ins beside the bare argon2id rate. */
export async function benchSignIn(product, { pairs, seconds }) {
  const person = { email: 'bench@example.com', password: 'correct horse' };
  await callIdentity(product.origin, '/v1/accounts:signUp', person);
  const signIn = () =>
    load({
      pid: product.pid,
      seconds,
      connections: 8,
      url: `${product.origin}/v1/accounts:signInWithPassword?key=hearth-local`,
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(person),
    });
  const rows = await interleave(pairs, () => bareRate(seconds), signIn);
  const bare = median(rows.first);
  const ratio = median(rows.second.map((row, pair) => row.perSecond / rows.first[pair]));
  return { bare, rows: rows.second, ratio };
}
