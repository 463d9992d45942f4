import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { releaseWaitingMails } from '../../src/modules/mail/index.ts';
import { createTestApp, type TestApp } from '../harness/test-app.ts';

describe('mails that have waited long enough', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await createTestApp();
  });
  afterAll(() => app.close());

  it('are released beside a request that has locked one of them, which comes later', async () => {
    const { db, clock } = app;
    const at = clock.now();
    for (const id of ['held', 'free']) {
      await sql`
        insert into mails (id, recipient, language, kind, sealed_content, message_id, created_at, waits_until)
        values (${id}, 'a@b.example', 'en', 'receipt', ''::bytea, ${id}, ${at}, ${at})`.execute(db);
    }
    const waiting = async () => {
      const { rows } = await sql<{ id: string }>`
        select id from mails where waits_until is not null order by id`.execute(db);
      return rows.map(({ id }) => id);
    };
    await db.transaction().execute(async (tx) => {
      await sql`select 1 from mails where id = 'held' for update`.execute(tx);
      await releaseWaitingMails(db, at);
      expect(await waiting()).toEqual(['held']);
    });
    await releaseWaitingMails(db, at);
    expect(await waiting()).toEqual([]);
  });
});
