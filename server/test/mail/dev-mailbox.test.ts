import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createMails } from '../../src/modules/mail/index.ts';
import { noRateLimits } from '../../src/platform/rate-limits.ts';
import { production } from '../harness/production-environment.ts';
import { createOwnTestApp, createTestApp, type TestApp } from '../harness/test-app.ts';
import { expectRefusal } from '../harness/wire-client.ts';

const link = 'http://localhost:3000/auth/action?mode=resetPassword&oobCode=abc';

async function queue(app: TestApp, to: string): Promise<void> {
  const mails = createMails({ ...app.config, clock: app.clock, limits: noRateLimits });
  const content = { kind: 'reset-password', name: 'Ada', link } as const;
  const mail = { to: { email: to, emailVerified: true }, language: 'en', content } as const;
  await app.db.transaction().execute((tx) => mails.queue(tx, mail));
}

describe('GET /dev/mailbox.json', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await createTestApp();
    await queue(app, 'ada@example.com');
    app.clock.advance(1_000);
    await queue(app, 'bob@example.com');
    await app.app.runJobs();
  });
  afterAll(() => app.close());

  const ask = (headers: Record<string, string> = {}, query = '') =>
    app.server.inject({
      url: `/dev/mailbox.json${query}`,
      headers: { host: 'localhost:3000', ...headers },
    });

  it('lists all mails, oldest first', async () => {
    const answer = await ask();
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['cache-control']).toBe('no-store');
    const [first, second, ...others] = answer.json();
    expect(others).toEqual([]);
    expect(first).toEqual({
      to: 'ada@example.com',
      kind: 'reset-password',
      subject: 'Reset your password for Hearth',
      text: expect.stringContaining(link),
      html: expect.stringContaining('<html lang="en">'),
      links: [link],
      message_id: expect.stringMatching(/^<\w{24}@localhost>$/),
      sent_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    });
    expect(second.to).toBe('bob@example.com');
  });

  it('finds the mails of one address, however it is written', async () => {
    const answer = await ask({}, `?to=${encodeURIComponent('Bob@Example.com')}`);
    expect(answer.json().map(({ to }: { to: string }) => to)).toEqual(['bob@example.com']);
    expect((await ask({}, '?to=nobody@example.com')).json()).toEqual([]);
    expectRefusal(await ask({}, '?to=a&to=b'), 'request/invalid');
  });

  it('shows the HTML of one mail, which may do nothing', async () => {
    const [{ message_id }] = (await ask()).json();
    const url = `/dev/mailbox.html?${new URLSearchParams({ id: message_id })}`;
    const headers = { host: 'localhost:3000' };
    const answer = await app.server.inject({ url, headers });
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(answer.headers['content-security-policy']).toMatch(/default-src 'none'.*sandbox/);
    expect(answer.body).toContain('<html lang="en">');
    expect((await app.server.inject({ url, headers: { host: 'evil.example' } })).statusCode).toBe(
      403,
    );
    const unknown = await app.server.inject({ url: '/dev/mailbox.html?id=x', headers });
    expectRefusal(unknown, 'request/unknown-path');
  });

  it('waits for mails that are on their way', async () => {
    await queue(app, 'late@example.com');
    const [answer] = await Promise.all([ask({}, '?to=late@example.com'), app.app.runJobs()]);
    expect(answer.json()).toHaveLength(1);
  });

  it.each([
    ['a name that a stranger points here', { host: 'evil.example' }],
    ['another origin', { origin: 'https://evil.example' }],
    ['an origin without a name', { origin: 'null' }],
    ['another port of this machine', { origin: 'http://localhost:4000' }],
  ])('is shut to %s', async (_, headers) => {
    const answer = await ask(headers);
    expect(answer.statusCode).toBe(403);
    expect(answer.body).not.toContain('example.com');
  });

  it.each([
    ['its own page', { origin: 'http://localhost:3000' }],
    ['a program at the loopback address', { host: '127.0.0.1:3000' }],
  ])('is open to %s', async (_, headers) => {
    expect((await ask(headers)).statusCode).toBe(200);
  });
});

it('judges the host that a browser names, not the one that a page adds', async () => {
  const app = await createOwnTestApp({ env: { HEARTH_MODE: 'local', TRUST_PROXY: '1' } });
  for (const url of ['/dev/mailbox.json', '/dev/clock.json']) {
    const ask = (host: string, forwarded: string) =>
      app.server.inject({ url, headers: { host, 'x-forwarded-host': forwarded } });
    expectRefusal(await ask('evil.example', 'localhost'), 'request/cross-site');
    expect((await ask('localhost:3000', 'evil.example')).statusCode).toBe(200);
    expect((await ask('[::1]:3000', 'evil.example')).statusCode).toBe(200);
  }
});

it('has no mailbox in production', async () => {
  const app = await createOwnTestApp({
    env: { ...production, SMTP_URL: 'smtp://127.0.0.1:1', RATE_LIMITS: 'on' },
  });
  const headers = { host: 'hearth.example' };
  for (const url of ['/dev/mailbox.json', '/dev/mailbox.html?id=x']) {
    const answer = await app.server.inject({ url, headers });
    expect(answer.statusCode).toBe(404);
    expectRefusal(answer, 'request/unknown-path');
  }
  expect((await app.server.inject({ url: '/config.json', headers })).json().localMode).toBe(false);
});
