import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTeam, setStatus } from '../../harness/factories.ts';
import { callServer, makeKey } from '../../harness/server-api.ts';
import { createTestApp, type TestApp } from '../../harness/test-app.ts';
import { createFreeSubscription, createPerson, expectRefusal } from '../../harness/wire-client.ts';

describe('listSubscriptionRecords', () => {
  let app: TestApp;
  let secret: string;
  const ids: string[] = [];
  beforeAll(async () => {
    app = await createTestApp();
    ({ secret } = await makeKey(app, ['subscriptions:read']));
    const owner = await createPerson(app);
    for (let made = 0; made < 5; made += 1) {
      ids.push(await createFreeSubscription(app, owner));
    }
    ids.sort();
  });
  afterAll(() => app.close());

  const list = (query = '') => callServer(app, `GET /subscriptions${query}`, { secret });
  const idsIn = (data: readonly { readonly id: string }[]) => data.map(({ id }) => id);

  it('answers all of them, whoever owns them', async () => {
    const answer = await list();
    expect(answer.statusCode, answer.body).toBe(200);
    const { data, next_cursor } = answer.json();
    expect(idsIn(data).sort()).toEqual(ids);
    expect(next_cursor).toBeNull();
  });

  it('answers each once, page by page', async () => {
    const seen: string[] = [];
    let query = '?limit=2';
    for (let page = 0; page < 3; page += 1) {
      const { data, next_cursor } = (await list(query)).json();
      seen.push(...idsIn(data));
      expect(next_cursor === null).toBe(page === 2);
      query = `?limit=2&cursor=${next_cursor}`;
    }
    expect(seen.sort()).toEqual(ids);
  });

  it('says that there is no next page if the last one is full', async () => {
    expect((await list('?limit=5')).json().next_cursor).toBeNull();
  });

  it('answers those of one status', async () => {
    const { subscriptionId } = await createTeam(app);
    await setStatus(app, subscriptionId, 'past_due');
    expect(idsIn((await list('?status=past_due')).json().data)).toEqual([subscriptionId]);
    await setStatus(app, subscriptionId, 'canceled');
    expect(idsIn((await list('?status=active')).json().data).sort()).toEqual(ids);
  });

  it.each(['?limit=0', '?limit=101', '?limit=two', '?status=gone', '?cursor=', '?limit=1&limit=2'])(
    'refuses the question %s',
    async (query) => {
      expectRefusal(await list(query), 'request/invalid');
    },
  );
});
