import type { HearthConfig } from '@hearth/contract';
import { sql } from 'kysely';
import { expect } from 'vitest';
import { randomId, randomSecret, secretHash } from '../../src/platform/ids.ts';
import type { TestApp } from './test-app.ts';
import { type Answer, type Person, refresh } from './wire-client.ts';

const yearMs = 365 * 86_400_000;

/** Verified people who have just signed in, by rows: hashing their passwords would take most of a run. */
export async function createCrowd(app: TestApp, size: number): Promise<Person[]> {
  const people = Array.from({ length: size }, (_, index) => {
    const uid = randomId(28);
    const email = `${String(index).padStart(4, '0')}-${uid.toLowerCase()}@example.com`;
    return { uid, email, password: '', idToken: '', refreshToken: randomSecret() };
  });
  const now = app.clock.now();
  await sql`
    insert into accounts (id, email, email_verified, display_name, last_signed_in_at, created_at, updated_at)
    select id, email, true, 'Person ' || left(email, 4), ${now}, ${now}, ${now}
    from unnest(${people.map(({ uid }) => uid)}::text[], ${people.map(({ email }) => email)}::text[])
      person (id, email)`.execute(app.db);
  return await signInAgain(app, people);
}

/** A new session of each, as from a sign-in at this moment. */
export async function signInAgain(app: TestApp, people: readonly Person[]): Promise<Person[]> {
  const uids = people.map(({ uid }) => uid);
  const hashes = people.map(({ refreshToken }) => secretHash(refreshToken));
  const now = app.clock.now();
  await sql`delete from sessions where account_id = any(${uids}::text[])`.execute(app.db);
  await sql`
    insert into sessions (id, account_id, refresh_token_hash, cookie, provider, signed_in_at, last_seen_at, expires_at)
    select 'session ' || id, id, hash, false, 'password', ${now}, ${now}, ${new Date(now.getTime() + yearMs)}
    from unnest(${uids}::text[], ${hashes}::bytea[]) person (id, hash)`.execute(app.db);
  return await renewTokens(app, people);
}

/** A new ID token of each; when they signed in stays what it was. */
export async function renewTokens(app: TestApp, people: readonly Person[]): Promise<Person[]> {
  const answers = await Promise.all(people.map((person) => refresh(app, person.refreshToken)));
  return people.map((person, index) => {
    const answer = answers[index] ?? expect.fail();
    expect(answer.statusCode, answer.body).toBe(200);
    return { ...person, idToken: answer.json().id_token };
  });
}

/** A configuration whose only plan, a free one, has so many seats. */
export function withSeats(seats: number): Pick<HearthConfig, 'plans'> {
  const plan: HearthConfig['plans'][number] = {
    id: 'free',
    titleKey: 'plans.free.title',
    descriptionKeys: [],
    prices: [
      {
        frequency: 'week',
        currency: 'usd',
        price: 0,
        priceIds: ['price_free_week'],
        retired: [],
        legacy: false,
      },
    ],
    seats,
    popular: false,
    free: true,
    legacy: false,
  };
  return { plans: [plan] };
}

/** `ok`, or the code of the refusal, in whatever dialect it came. */
export function verdictOf(answer: Pick<Answer, 'statusCode' | 'json'>): string {
  return answer.statusCode === 200 ? 'ok' : answer.json().error.details.code;
}
