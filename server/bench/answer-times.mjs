import { median } from './measure.mjs';
import { callIdentity } from './product.mjs';

const warmUps = 20;

/**
 * How long a known and an unknown address take to be answered, one after the other in a random
 * order: whoever measures must not learn who has an account.
 */
export async function benchAnswerTimes({ origin }, { tries }) {
  const known = 'known@example.com';
  await callIdentity(origin, '/v1/accounts:signUp', { email: known, password: 'correct horse' });
  const signIn = (email) => ({
    path: '/v1/accounts:signInWithPassword',
    body: { email, password: 'wrong horse' },
    expected: 400,
  });
  const reset = (email) => ({
    path: '/v1/accounts:sendOobCode',
    body: { requestType: 'PASSWORD_RESET', email },
    expected: 200,
  });
  return {
    signIn: await compare(origin, { toCall: signIn, known, tries }),
    reset: await compare(origin, { toCall: reset, known, tries }),
  };
}

async function compare(origin, { toCall, known, tries }) {
  const times = { known: [], unknown: [] };
  for (let round = -warmUps; round < tries; round += 1) {
    const sides = [
      ['known', known],
      ['unknown', `unknown-${round + warmUps}@example.com`],
    ];
    for (const [side, email] of Math.random() < 0.5 ? sides : sides.reverse()) {
      const ms = await time(origin, toCall(email));
      if (round >= 0) {
        times[side].push(ms);
      }
    }
  }
  return { known: median(times.known), unknown: median(times.unknown) };
}

async function time(origin, { path, body, expected }) {
  const request = {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  };
  const startedAt = performance.now();
  const answer = await fetch(`${origin}${path}?key=hearth-local`, request);
  const text = await answer.text();
  const ms = performance.now() - startedAt;
  if (answer.status !== expected) {
    throw new Error(`${path}: ${answer.status} ${text}`);
  }
  return ms;
}
