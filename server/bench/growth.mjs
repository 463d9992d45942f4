import { openClient } from './database.mjs';
import { median } from './measure.mjs';
import { benchMigration } from './migration.mjs';
import { callFunction, callIdentity } from './product.mjs';

const warmUps = 50;
/** Each of these people owns a project, and its members are strewn over all accounts. */
const people = 20;
const membersEach = 20;

/**
 * Measures how much longer a page's calls take with many accounts than with few, one request on each in turn for a
 * random person. Then migrates the larger database.
 */
export async function benchGrowth({ small, big, tries, accounts }) {
  const products = {
    small: await fill(small, { accounts: accounts.few }),
    big: await fill(big, { accounts: accounts.many }),
  };
  const times = {};
  for (let round = -warmUps; round < tries; round += 1) {
    for (const [page, visit] of Object.entries(pages)) {
      times[page] ??= { small: [], big: [] };
      const number = Math.floor(Math.random() * people);
      for (const size of Object.keys(products).sort(() => Math.random() - 0.5)) {
        const { origin, visitors } = products[size];
        const startedAt = performance.now();
        await visit(origin, visitors[number]);
        if (round >= 0) {
          times[page][size].push(performance.now() - startedAt);
        }
      }
    }
  }
  const growth = Object.entries(times).map(([page, { small: few, big: many }]) => ({
    page,
    ms: median(many),
    ratio: median(many) / median(few),
  }));
  return { growth, migration: await benchMigration(products.big, big.location) };
}

const pages = {
  'refresh a token': (origin, { refreshToken }) =>
    callIdentity(origin, '/v1/token', { grant_type: 'refresh_token', refresh_token: refreshToken }),
  'look up': (origin, { idToken }) => callIdentity(origin, '/v1/accounts:lookup', { idToken }),
  dashboard: (origin, visitor) =>
    Promise.all([
      read(origin, '/v1/subscriptions', visitor),
      read(origin, '/v1/invites', visitor),
      read(origin, `/v1/users/${visitor.localId}`, visitor),
    ]),
  'users page': (origin, visitor) =>
    Promise.all([
      read(origin, `/v1/subscriptions/${visitor.subscriptionId}`, visitor),
      callFunction(origin, {
        name: 'getSubscriptionUsers',
        idToken: visitor.idToken,
        data: { subscriptionId: visitor.subscriptionId, page: 1, pageSize: 10 },
      }),
    ]),
  // By a part of an address, of a name, and of nobody; index accounts_found.
  'find a customer': (origin, { operator, email }) =>
    Promise.all(
      [email.slice(3), email.slice(0, 10), 'nobody at all'].map((text) =>
        find(origin, text, operator),
      ),
    ),
};

/** The operator of both products. */
export const operatorAddress = 'visitor-0@example.com';

async function find(origin, text, idToken) {
  const answer = await fetch(`${origin}/v1/operator/find`, {
    method: 'POST',
    headers: { authorization: `Bearer ${idToken}`, 'content-type': 'application/json' },
    body: JSON.stringify({ text }),
  });
  if (!answer.ok) {
    throw new Error(`find: ${await answer.text()}`);
  }
}

async function read(origin, path, { idToken }) {
  const answer = await fetch(`${origin}${path}`, {
    headers: { authorization: `Bearer ${idToken}` },
  });
  const json = await answer.json();
  if (!answer.ok) {
    throw new Error(`${path}: ${JSON.stringify(json)}`);
  }
  return json;
}

async function fill({ product: { origin }, location }, { accounts }) {
  const visitors = [];
  for (let number = 0; number < people; number += 1) {
    const visitor = await callIdentity(origin, '/v1/accounts:signUp', {
      email: `visitor-${number}@example.com`,
      password: 'correct horse',
      displayName: `Vera ${number}`,
    });
    const { subscriptionId } = await callFunction(origin, {
      name: 'createSubscription',
      idToken: visitor.idToken,
      data: { planId: 'free' },
    });
    visitors.push({
      ...visitor,
      subscriptionId,
      operator: visitors[0]?.idToken ?? visitor.idToken,
    });
  }
  await fillTables(location, { accounts, visitors });
  return { origin, visitors };
}

/** A project for each fifth account, with five members each. */
async function fillTables(location, { accounts, visitors }) {
  const client = await openClient(location);
  try {
    await client.query('update accounts set email_verified = true where email = $1', [
      operatorAddress,
    ]);
    await client.query(
      `insert into accounts (id, email, display_name, last_signed_in_at, created_at, updated_at)
        select md5(n::text), md5(n::text) || '@example.com', initcap(substr(md5(n::text), 1, 6)),
          now(), now(), now() from generate_series(1, $1::int) n`,
      [accounts],
    );
    await client.query(
      `insert into subscriptions (id, owner_id, plan_id, status, created_at, updated_at)
        select 'p' || md5(n::text), md5(n::text), 'free', 'active', now(), now()
        from generate_series(1, $1::int, 5) n`,
      [accounts],
    );
    await client.query(
      `insert into memberships (subscription_id, account_id, permissions, created_at)
        select 'p' || md5((n - (n - 1) % 5)::text), md5(n::text), '{access}', now()
        from generate_series(1, $1::int) n`,
      [accounts],
    );
    await client.query(
      `insert into memberships (subscription_id, account_id, permissions, created_at)
        select id, md5((1 + (n * 7919 + place * 104729) % $3::int)::text), '{access}', now()
        from unnest($1::text[]) with ordinality visited (id, place), generate_series(1, $2::int) n
        on conflict do nothing`,
      [visitors.map(({ subscriptionId }) => subscriptionId), membersEach - 1, accounts],
    );
    // Autovacuum does the same within a minute.
    await client.query('vacuum analyze');
  } finally {
    await client.end();
  }
}
