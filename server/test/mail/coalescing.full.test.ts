import { describe, expect, it } from 'vitest';
import { createMails, type Mail } from '../../src/modules/mail/index.ts';
import { noRateLimits } from '../../src/platform/rate-limits.ts';
import { addMember, createTeam } from '../harness/factories.ts';
import { hurryJobs } from '../harness/hurry-jobs.ts';
import { receivedMails } from '../harness/mailbox.ts';
import { createOwnTestApp, type TestApp } from '../harness/test-app.ts';
import { callable, createPerson } from '../harness/wire-client.ts';
import { isBusy, startSmtpServer } from './smtp.ts';

const minute = 60_000;
const link = 'http://localhost:3000/subscriptions/s1';

const changed = (to: string, permission: string, subscriptionId = 's1'): Mail => ({
  to: { email: to, emailVerified: true },
  language: 'en',
  content: {
    kind: 'permissions-changed',
    subscriptionId,
    name: 'Ada',
    subscriptionName: 'Acme',
    permissions: [permission],
    link,
  },
});

async function queue(app: TestApp, mail: Mail): Promise<void> {
  const mails = createMails({ ...app.config, clock: app.clock, limits: noRateLimits });
  await app.db.transaction().execute((tx) => mails.queue(tx, mail));
}

async function pass(app: TestApp, ms: number): Promise<void> {
  app.clock.advance(ms);
  await app.app.runDue();
}

const texts = async (app: TestApp, to: string) =>
  (await receivedMails(app, to)).map(({ text }) => /\* (\w+)/.exec(text)?.[1]);

describe('mails of which only the latest matters', () => {
  it('are one at once and one ten minutes later, with what holds then', async () => {
    const app = await createOwnTestApp({});
    await queue(app, changed('ada@example.com', 'First'));
    expect(await texts(app, 'ada@example.com')).toEqual(['First']);
    for (let flip = 0; flip < 120; flip += 1) {
      await queue(app, changed('ada@example.com', flip % 2 === 0 ? 'Editor' : 'Admin'));
    }
    expect(await texts(app, 'ada@example.com')).toEqual(['First']);
    await pass(app, 9 * minute);
    expect(await texts(app, 'ada@example.com')).toEqual(['First']);
    await pass(app, minute);
    expect(await texts(app, 'ada@example.com')).toEqual(['First', 'Admin']);
    await pass(app, 60 * minute);
    expect(await texts(app, 'ada@example.com')).toEqual(['First', 'Admin']);
    await queue(app, changed('ada@example.com', 'Later'));
    expect(await texts(app, 'ada@example.com')).toEqual(['First', 'Admin', 'Later']);
  });

  it('replace one that no job has begun to send', async () => {
    const app = await createOwnTestApp({});
    await queue(app, changed('ada@example.com', 'First'));
    await queue(app, changed('ada@example.com', 'Second'));
    expect(await texts(app, 'ada@example.com')).toEqual(['Second']);
  });

  it('are apart by person, by subscription, and from mails of other kinds', async () => {
    const app = await createOwnTestApp({});
    await queue(app, changed('ada@example.com', 'First', 's1'));
    await queue(app, changed('ada@example.com', 'Second', 's2'));
    await queue(app, changed('bob@example.com', 'Third', 's1'));
    const content = { kind: 'password-changed', name: 'Ada' } as const;
    const to = { email: 'ada@example.com', emailVerified: true };
    for (const _time of Array(3)) {
      await queue(app, { to, language: 'en', content });
    }
    expect(await texts(app, 'bob@example.com')).toEqual(['Third']);
    expect(await receivedMails(app, 'ada@example.com')).toHaveLength(5);
  });

  it('end with the latest state if the mail server was away', async () => {
    const smtp = await startSmtpServer();
    const env = { HEARTH_MODE: 'local', SMTP_URL: smtp.url, MAIL_FROM: 'hello@hearth.example' };
    const app = await createOwnTestApp({ env });
    const retry = async () => {
      await hurryJobs(app.db);
      await app.app.runJobs();
    };
    smtp.refuse(isBusy);
    await queue(app, changed('ada@example.com', 'First'));
    await app.app.runJobs();
    // The first one may have been taken although the connection broke.
    await queue(app, changed('ada@example.com', 'Second'));
    await queue(app, changed('ada@example.com', 'Third'));
    smtp.refuse(null);
    await retry();
    expect(smtp.mails).toEqual([]);
    await pass(app, 10 * minute);
    await retry();
    expect(smtp.mails).toHaveLength(1);
    expect(smtp.mails[0]?.raw).toContain('Third');
  });

  it('are not lost by changes at the same moment', async () => {
    const app = await createOwnTestApp({});
    await queue(app, changed('ada@example.com', 'First'));
    await receivedMails(app);
    await Promise.all(
      Array.from({ length: 8 }, () => queue(app, changed('ada@example.com', 'Last'))),
    );
    await pass(app, 10 * minute);
    expect(await texts(app, 'ada@example.com')).toEqual(['First', 'Last']);
  });

  it('are what 120 changes of permissions come to', async () => {
    const app = await createOwnTestApp({});
    const { owner, subscriptionId } = await createTeam(app);
    const member = await createPerson(app);
    await addMember(app, { subscriptionId, uid: member.uid });
    const set = async (permissions: string[]) => {
      const data = { subscriptionId, userId: member.uid, permissions };
      const answer = await callable(app, 'updateUserPermissions', { ...owner, data });
      expect(answer.statusCode, answer.body).toBe(200);
    };
    for (let flip = 0; flip < 120; flip += 1) {
      await set(flip % 2 === 0 ? ['access', 'admin'] : ['access']);
      if (flip === 0) {
        await app.app.runJobs();
      }
    }
    await pass(app, 10 * minute);
    const mails = await receivedMails(app, member.email);
    const told = mails.filter(({ kind }) => kind === 'permissions-changed');
    expect(told.map(({ text }) => text.includes('Admin'))).toEqual([true, false]);
  });
});
