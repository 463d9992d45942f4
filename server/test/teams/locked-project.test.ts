import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { openDatabase } from '../../src/platform/database.ts';
import { createTeam } from '../harness/factories.ts';
import { createOwnTestApp, findLocation } from '../harness/test-app.ts';
import {
  type Answer,
  createPerson,
  document,
  identity,
  newAddress,
} from '../harness/wire-client.ts';

it('one project locked for long: everybody else is answered before any of its requests', async () => {
  const app = await createOwnTestApp({});
  const locked = await createTeam(app);
  const other = await createTeam(app);
  const { db, close } = openDatabase(await findLocation(app), () => {}, { max: 1 });
  const held = await db.startTransaction().execute();
  await sql`select 1 from subscriptions where id = ${locked.subscriptionId} for update`.execute(
    held,
  );
  const answered: string[] = [];
  const ask = async (whose: string, asked: Promise<Answer>) => {
    const { statusCode } = await asked;
    answered.push(`${whose} ${statusCode}`);
  };
  const change = ({ owner, subscriptionId }: typeof locked, name: string) => {
    return document(app, `PATCH /v1/subscriptions/${subscriptionId}`, {
      idToken: owner.idToken,
      body: { settings: { name } },
    });
  };

  const waiting = Array.from({ length: 12 }, (_, index) =>
    ask('locked', change(locked, `Name ${index}`)),
  );
  const others = Array.from({ length: 12 }, (_, index) =>
    ask('other', change(other, `N ${index}`)),
  );
  const account = { email: newAddress(), password: 'a long password', returnSecureToken: true };
  others.push(ask('other', identity(app, '/v1/accounts:signUp', account)));
  await Promise.all([...others, createPerson(app)]);

  expect(answered).toEqual(others.map(() => 'other 200'));
  await held.rollback().execute();
  await Promise.all(waiting);
  expect(new Set(answered.slice(others.length))).toEqual(new Set(['locked 200']));
  await close();
});
