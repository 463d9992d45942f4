import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { interleave, load, median } from './measure.mjs';
import { callIdentity } from './product.mjs';

/** An authenticated subscription read beside a bare primary-key select. */
export async function benchRead(product, { pairs, seconds, location, barePort }) {
  const { idToken } = await callIdentity(product.origin, '/v1/accounts:signUp', {
    email: 'reader@example.com',
    password: 'correct horse',
  });
  const headers = { authorization: `Bearer ${idToken}` };
  const id = await createSubscription(product.origin, headers);
  const bare = fork(join(import.meta.dirname, 'bare-select.mjs'), [
    JSON.stringify(location),
    id,
    String(barePort),
  ]);
  try {
    await once(bare, 'message');
    const options = { seconds, connections: 50 };
    const bareLoad = () =>
      load({ ...options, pid: bare.pid, url: `http://127.0.0.1:${barePort}/` });
    const url = `${product.origin}/v1/subscriptions/${id}`;
    const readLoad = () => load({ ...options, pid: product.pid, url, headers });
    // Both warm up before the first pair counts.
    await interleave(1, bareLoad, readLoad);
    const rows = await interleave(pairs, bareLoad, readLoad);
    const ratios = rows.second.map((row, pair) => row.perSecond / rows.first[pair].perSecond);
    return { bare: rows.first, read: rows.second, ratio: median(ratios) };
  } finally {
    bare.kill();
  }
}

async function createSubscription(origin, headers) {
  const answer = await fetch(`${origin}/functions/us-central1/createSubscription`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ data: { planId: 'free' } }),
  });
  const { data } = await answer.json();
  return data.subscriptionId;
}
