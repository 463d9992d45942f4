import { interleave, load, median } from './measure.mjs';
import { ports } from './ports.mjs';
import { callIdentity } from './product.mjs';
import { startYardstick } from './programs.mjs';

const connections = 50;

/** An authenticated subscription read beside a bare primary-key select. */
export async function benchRead(product, { location, ...lengths }) {
  const { idToken } = await callIdentity(product.origin, '/v1/accounts:signUp', {
    email: 'reader@example.com',
    password: 'correct horse',
  });
  const headers = { authorization: `Bearer ${idToken}` };
  const id = await createSubscription(product.origin, headers);
  const where = JSON.stringify(location);
  const bare = await startYardstick('bare-select.mjs', where, id, ports.bare);
  try {
    const bareUrl = `http://127.0.0.1:${ports.bare}/`;
    const url = `${product.origin}/v1/subscriptions/${id}`;
    const rows = await interleave(
      lengths,
      (seconds) => load({ seconds, connections, pid: bare.child.pid, url: bareUrl }),
      (seconds) => load({ seconds, connections, pid: product.pid, url, headers }),
    );
    const ratios = rows.second.map((row, pair) => row.perSecond / rows.first[pair].perSecond);
    return { bare: rows.first, read: rows.second, ratio: median(ratios) };
  } finally {
    await bare.stop();
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
