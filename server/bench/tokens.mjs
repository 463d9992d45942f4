import { interleave, load } from './measure.mjs';
import { callIdentity } from './product.mjs';

/** Regular requests of every open tab: a new ID token, and the account behind it. */
export async function benchTokens(product, { pairs, seconds }) {
  const { idToken, refreshToken } = await callIdentity(product.origin, '/v1/accounts:signUp', {
    email: 'tab@example.com',
    password: 'correct horse',
  });
  const call = (path, body) => () =>
    load({
      pid: product.pid,
      seconds,
      connections: 50,
      url: `${product.origin}${path}?key=hearth-local`,
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  const refresh = call('/v1/token', { grant_type: 'refresh_token', refresh_token: refreshToken });
  const lookup = call('/v1/accounts:lookup', { idToken });
  // Both warm up before the first pair counts.
  await interleave(1, refresh, lookup);
  const rows = await interleave(pairs, refresh, lookup);
  return { refresh: rows.first, lookup: rows.second };
}
