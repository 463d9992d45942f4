import { toSearchText } from '@hearth/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addMember, createTeam, type Team } from '../harness/factories.ts';
import { createTestApp, type TestApp } from '../harness/test-app.ts';
import { callable, createPerson } from '../harness/wire-client.ts';

const names = [
  'Zoe',
  'Ángel',
  'adam',
  'José',
  'Jose\u0301 Luis',
  'Łukasz',
  'Øystein',
  'Straße',
  '李小龙',
  'ｆｕｌｌ',
  'İpek',
  'Борис',
];

const inOrder = [
  'adam',
  'Ángel',
  'ｆｕｌｌ',
  'İpek',
  'José',
  'Jose\u0301 Luis',
  'Łukasz',
  'Øystein',
  'Straße',
  'Zoe',
  'Борис',
  '李小龙',
];

describe('names of people', () => {
  let app: TestApp;
  let team: Team;
  beforeAll(async () => {
    app = await createTestApp();
    team = await createTeam(app);
    for (const name of names) {
      const { uid } = await createPerson(app, name);
      await addMember(app, { subscriptionId: team.subscriptionId, uid });
    }
  });
  afterAll(() => app.close());

  async function list(question: object = {}): Promise<string[]> {
    const data = { subscriptionId: team.subscriptionId, pageSize: 100, ...question };
    const { idToken } = team.owner;
    const answer = await callable(app, 'getSubscriptionUsers', { data, idToken });
    expect(answer.statusCode, answer.body).toBe(200);
    const users: { display_name: string }[] = answer.json().data.users;
    return users.map(({ display_name }) => display_name).filter((name) => name !== 'Ada Lovelace');
  }

  it('are listed without regard to case and accents, in both directions', async () => {
    expect(await list()).toEqual(inOrder);
    expect(await list({ sortBy: 'name', descending: true })).toEqual([...inOrder].reverse());
  });

  it.each([
    ['jose', ['José', 'Jose\u0301 Luis']],
    ['JOSÉ', ['José', 'Jose\u0301 Luis']],
    ['Jose\u0301', ['José', 'Jose\u0301 Luis']],
    ['angel', ['Ángel']],
    ['lukasz', ['Łukasz']],
    ['ŁUKASZ', ['Łukasz']],
    ['oystein', ['Øystein']],
    ['strasse', ['Straße']],
    ['straße', ['Straße']],
    ['full', ['ｆｕｌｌ']],
    ['ipek', ['İpek']],
    ['小龙', ['李小龙']],
    ['борис', ['Борис']],
    ['%', []],
    ['％', []],
    ['_', []],
  ])('are found by %j', async (search, found) => {
    expect(await list({ search })).toEqual(found);
  });

  it('are folded by the database as by the contract', async () => {
    const letters = Array.from({ length: 0x2000 }, (_, code) => String.fromCodePoint(code)).filter(
      (letter) =>
        /^[\p{L}\p{N}]$/u.test(letter) && /[\p{Script=Latin}\p{Script=Cyrillic}]/u.test(letter),
    );
    const { rows } = await sql<{ letter: string; folded: string }>`
      select letter, fold_name(letter) as folded from unnest(${letters}::text[]) letter`.execute(
      app.db,
    );
    const other = rows.filter(({ letter, folded }) => toSearchText(letter) !== folded);
    expect(rows.length).toBeGreaterThan(1_000);
    expect(other).toEqual([]);
  });

  it('are listed and found by an index', async () => {
    const explain = (question: string) =>
      app.db.transaction().execute(async (tx) => {
        await sql`set local enable_seqscan = off`.execute(tx);
        await sql`set local enable_sort = off`.execute(tx);
        const { rows } = await sql<{ 'QUERY PLAN': string }>`explain ${sql.raw(question)}`.execute(
          tx,
        );
        return rows.map((row) => row['QUERY PLAN']).join('\n');
      });
    const { subscriptionId } = team;
    expect(
      await explain(`select account_id from memberships where subscription_id = '${subscriptionId}'
        order by listed_as, account_id limit 3`),
    ).toContain('memberships_listed_as');
    const plan = await explain(
      `select account_id from memberships where search_text like fold_name('%josé%')`,
    );
    expect(plan).toContain('memberships_search_text');
    expect(plan).toContain('%jose%');
  });
});
