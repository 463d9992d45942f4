import { cp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openClient } from './database.mjs';
import { median } from './measure.mjs';
import { callFunction, callIdentity, root } from './product.mjs';

const warmUps = 30;

/** A copy of the configuration whose plans have room for everybody. */
export async function writeRoomyConfig(folder) {
  const target = join(folder, 'config');
  await cp(join(root, 'config'), target, { recursive: true });
  const file = join(target, 'hearth.json');
  const config = JSON.parse(await readFile(file, 'utf8'));
  const plans = config.plans.map((plan) => ({ ...plan, seats: 20_000 }));
  await writeFile(file, JSON.stringify({ ...config, plans }));
  return file;
}

/**
 * Lists of users of a small and a big subscription, one request after the other on one
 * connection, in a random order: medians by what is asked for.
 */
export async function benchUsers({ origin }, { tries, location, sizes }) {
  const { idToken } = await callIdentity(origin, '/v1/accounts:signUp', {
    email: 'lists@example.com',
    password: 'correct horse',
    displayName: 'Olive Owner',
  });
  const call = (name, data) => callFunction(origin, { name, data, idToken });
  const ids = {};
  for (const size of Object.keys(sizes)) {
    ids[size] = (await call('createSubscription', { planId: 'free' })).subscriptionId;
  }
  await fill(location, { ids, sizes });
  const cases = {
    smallFirst: { subscriptionId: ids.small, page: 1 },
    bigFirst: { subscriptionId: ids.big, page: 1 },
    bigLast: { subscriptionId: ids.big, page: sizes.big / 10 },
    smallSearch: { subscriptionId: ids.small, page: 1, search: 'quill' },
    bigSearch: { subscriptionId: ids.big, page: 1, search: 'quill' },
    bigSearchOfMany: { subscriptionId: ids.big, page: 1, search: 'marlow' },
  };
  const found = {};
  const times = Object.fromEntries(Object.keys(cases).map((name) => [name, []]));
  for (let round = -warmUps; round < tries; round += 1) {
    for (const name of Object.keys(cases).sort(() => Math.random() - 0.5)) {
      const startedAt = performance.now();
      found[name] = (await call('getSubscriptionUsers', { pageSize: 10, ...cases[name] })).total;
      if (round >= 0) {
        times[name].push(performance.now() - startedAt);
      }
    }
  }
  const ms = Object.fromEntries(Object.keys(cases).map((name) => [name, median(times[name])]));
  return { ms, found };
}

/** Members with names as people have them: one Quill in each, and a Marlow in every hundredth place. */
async function fill(location, { ids, sizes }) {
  const client = await openClient(location);
  try {
    for (const [name, size] of Object.entries(sizes)) {
      await client.query(
        `with person as (
          insert into accounts (id, email, display_name, last_signed_in_at, created_at, updated_at)
          select $1 || '-' || n, $1 || '-' || n || '@example.com',
            initcap(substr(md5(n::text), 1, 6)) || ' ' || case when n = 7 then 'Quill'
              when n % 100 = 50 then 'Marlow' else initcap(substr(md5($1 || n), 1, 8)) end,
            now(), now(), now()
          from generate_series(1, $2::int - 1) n returning id
        ) insert into memberships (subscription_id, account_id, permissions, created_at)
          select $3, id, '{access}', now() from person`,
        [name, size, ids[name]],
      );
    }
    // Autovacuum does the same within a minute.
    await client.query('vacuum analyze memberships');
    await client.query('vacuum analyze accounts');
    await client.query('vacuum analyze invites');
  } finally {
    await client.end();
  }
}
