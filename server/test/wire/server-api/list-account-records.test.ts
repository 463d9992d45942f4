import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callServer, makeKey } from '../../harness/server-api.ts';
import { createTestApp, type TestApp } from '../../harness/test-app.ts';
import { createPerson, expectRefusal, type Person } from '../../harness/wire-client.ts';

describe('listAccountRecords', () => {
  let app: TestApp;
  let people: Person[];
  let secret: string;
  beforeAll(async () => {
    app = await createTestApp();
    people = [await createPerson(app), await createPerson(app), await createPerson(app)];
    ({ secret } = await makeKey(app, ['accounts:read']));
  });
  afterAll(() => app.close());

  const list = (query = '') => callServer(app, `GET /accounts${query}`, { secret });
  const uidsIn = (data: readonly { readonly uid: string }[]) => data.map(({ uid }) => uid).sort();

  it('answers the account with an address, in capitals or not', async () => {
    const [ada] = people;
    const email = encodeURIComponent(ada?.email.toUpperCase() ?? '');
    const answer = await list(`?email=${email}`);
    expect(answer.statusCode, answer.body).toBe(200);
    expect(answer.json()).toMatchObject({ data: [{ uid: ada?.uid }], next_cursor: null });
  });

  it('answers an empty list for an address that no account has', async () => {
    const none = { data: [], next_cursor: null };
    expect((await list('?email=nobody%40example.com')).json()).toEqual(none);
    expect((await list('?email=nonsense')).json()).toEqual(none);
  });

  it('answers each once, page by page', async () => {
    const first = (await list('?limit=2')).json();
    const second = (await list(`?limit=2&cursor=${first.next_cursor}`)).json();
    expect(uidsIn([...first.data, ...second.data])).toEqual(uidsIn(people));
    expect([first.data.length, second.next_cursor]).toEqual([2, null]);
  });

  it('refuses a page of more than 100', async () => {
    expectRefusal(await list('?limit=101'), 'request/invalid');
  });
});
