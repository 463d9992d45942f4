import { startEmulator } from './emulator.mjs';
import { interleave, load, median } from './measure.mjs';
import { callIdentity } from './product.mjs';

/**
 * Regular requests of every open tab, a new ID token and the account behind it, beside Google's
 * emulator.
 */
export async function benchTokens(product, lengths) {
  const emulator = await startEmulator();
  try {
    const own = await callsOf({ ...product, tokenOrigin: product.origin });
    const other = await callsOf(emulator);
    return {
      refresh: await compare(own.refresh, other.refresh, lengths),
      lookup: await compare(own.lookup, other.lookup, lengths),
    };
  } finally {
    await emulator.stop();
  }
}

async function callsOf({ origin, tokenOrigin, pid }) {
  const { idToken, refreshToken } = await callIdentity(origin, '/v1/accounts:signUp', {
    email: 'tab@example.com',
    password: 'correct horse',
    returnSecureToken: true,
  });
  const call = (url, body) => (seconds) =>
    load({
      pid,
      seconds,
      connections: 50,
      url: `${url}?key=hearth-local`,
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  return {
    refresh: call(`${tokenOrigin}/v1/token`, {
      grant_type: 'refresh_token',
      refresh_token: refreshToken,
    }),
    lookup: call(`${origin}/v1/accounts:lookup`, { idToken }),
  };
}

async function compare(own, other, lengths) {
  const rows = await interleave(lengths, own, other);
  const ratios = rows.first.map((row, pair) => row.perSecond / rows.second[pair].perSecond);
  return { own: rows.first, emulator: rows.second, ratio: median(ratios) };
}
