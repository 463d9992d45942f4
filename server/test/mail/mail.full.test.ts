import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { createMails, type Mail } from '../../src/modules/mail/index.ts';
import { noRateLimits } from '../../src/platform/rate-limits.ts';
import { hurryJobs } from '../harness/hurry-jobs.ts';
import { receivedMails } from '../harness/mailbox.ts';
import { createOwnTestApp, type TestApp } from '../harness/test-app.ts';
import { isBusy, startSmtpServer } from './smtp.ts';

const link = 'http://localhost:3000/auth/action?mode=verifyEmail&oobCode=a-secret-code';
const mail: Mail = {
  to: { email: 'ada@example.com', emailVerified: true },
  language: 'en',
  content: { kind: 'verify-email', name: 'Ada', link },
};

const dayMs = 24 * 60 * 60 * 1000;

async function queue(app: TestApp, ...wanted: Mail[]): Promise<void> {
  const mails = createMails({ ...app.config, clock: app.clock, limits: noRateLimits });
  for (const one of wanted) {
    await app.db.transaction().execute((tx) => mails.queue(tx, one));
  }
}

async function listRows({ db }: TestApp) {
  const { rows } = await sql<{ sealed_content: Buffer | null; sent_at: Date | null }>`
    select * from mails order by created_at, id`.execute(db);
  return rows;
}

async function createSmtpApp() {
  const smtp = await startSmtpServer();
  return { app: await createMailingApp(smtp.url), smtp };
}

const createMailingApp = (SMTP_URL: string, env: Record<string, string> = {}) =>
  createOwnTestApp({
    env: { HEARTH_MODE: 'local', SMTP_URL, MAIL_FROM: 'hello@hearth.example', ...env },
  });

function headerOf(raw: string, name: string): string | undefined {
  const [head = ''] = raw.split('\r\n\r\n');
  return new RegExp(`^${name}: (.*)$`, 'im').exec(head.replace(/\r\n\s+/g, ' '))?.[1];
}

/** The parts of a multipart mail, decoded, by their type. */
function partsOf(raw: string): Record<string, string> {
  const boundary = /boundary="([^"]+)"/.exec(raw)?.[1];
  const parts = raw.split(`--${boundary}`).slice(1, -1);
  return Object.fromEntries(
    parts.map((part) => {
      const [head = '', ...body] = part.split('\r\n\r\n');
      const type = headerOf(head.trim(), 'Content-Type')?.split(';')[0] ?? '';
      return [
        type,
        decode(body.join('\r\n\r\n'), headerOf(head.trim(), 'Content-Transfer-Encoding')),
      ];
    }),
  );
}

function decode(text: string, encoding: string | undefined): string {
  if (encoding === 'base64') {
    return Buffer.from(text, 'base64').toString('utf8');
  }
  const bytes = text
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return encoding === 'quoted-printable' ? Buffer.from(bytes, 'latin1').toString('utf8') : text;
}

describe('a mail', () => {
  it('whose link somebody waits for leaves before others', async () => {
    const { app, smtp } = await createSmtpApp();
    const others = ['bob@example.com', 'eve@example.com'].map(
      (email): Mail => ({
        ...mail,
        to: { email, emailVerified: true },
        content: { kind: 'password-removed', name: '' },
      }),
    );
    await queue(app, ...others, mail);
    await app.app.runJobs();
    expect(smtp.mails.map(({ to }) => to)).toEqual([
      ['ada@example.com'],
      ['bob@example.com'],
      ['eve@example.com'],
    ]);
  });

  it('leaves once, in HTML and in text, through the mail server', async () => {
    const { app, smtp } = await createSmtpApp();
    await queue(app, mail);
    expect(smtp.mails).toEqual([]);
    await app.app.runJobs();
    await app.app.runJobs();

    expect(smtp.mails).toHaveLength(1);
    const [{ from, to, raw } = expect.fail()] = smtp.mails;
    expect({ from, to }).toEqual({ from: 'hello@hearth.example', to: ['ada@example.com'] });
    expect(headerOf(raw, 'From')).toBe('Hearth <hello@hearth.example>');
    expect(headerOf(raw, 'To')).toBe('ada@example.com');
    expect(headerOf(raw, 'Subject')).toBe('Verify your email address for Hearth');
    expect(headerOf(raw, 'Auto-Submitted')).toBe('auto-generated');
    expect(headerOf(raw, 'Content-Type')).toMatch(/^multipart\/alternative/);
    const parts = partsOf(raw);
    expect(parts['text/plain']).toContain(link);
    expect(parts['text/html']).toContain(link.replaceAll('&', '&amp;'));
    expect(parts['text/html']).toContain('<html lang="en">');
  });

  it('speaks the language of the account', async () => {
    const { app, smtp } = await createSmtpApp();
    await queue(app, { ...mail, language: 'zh', content: { ...mail.content, name: '李小龙' } });
    await app.app.runJobs();
    const raw = smtp.mails[0]?.raw ?? expect.fail();
    expect(headerOf(raw, 'Content-Language')).toBe('zh');
    expect(partsOf(raw)['text/plain']).toContain('李小龙，您好：');
    expect(partsOf(raw)['text/html']).toContain('<html lang="zh">');
  });

  it('with names of 200 characters and lines keeps its headers', async () => {
    const { app, smtp } = await createSmtpApp();
    const hostName = `Ada\r\nX-Evil ${'漫长的名字'.repeat(40)}`.slice(0, 200);
    const names = { name: '', hostName, subscriptionName: hostName };
    await queue(app, { ...mail, content: { kind: 'invitation', ...names, link } });
    await app.app.runJobs();
    const [{ raw } = expect.fail()] = smtp.mails;
    const [head = ''] = raw.split('\r\n\r\n');
    expect(head).not.toMatch(/^X-Evil/m);
    expect(head.split('\r\n').filter((line) => line.length > 78)).toEqual([]);
    expect(headerOf(raw, 'Subject')).toMatch(/^=\?UTF-8\?/);
    expect(partsOf(raw)['text/plain']).toContain(`Ada X-Evil ${'漫长的名字'.repeat(9)}漫长的名…`);
  });

  it('is tried again after a failure, under the same Message-ID', async () => {
    const { app, smtp } = await createSmtpApp();
    await queue(app, mail);
    const [{ message_id } = expect.fail()] = (await listRows(app)) as { message_id?: string }[];
    smtp.refuse(isBusy);
    await app.app.runJobs();
    expect(smtp.mails).toEqual([]);
    const { rows } = await sql<{ last_error: string }>`
      select last_error from graphile_worker.jobs`.execute(app.db);
    expect(rows).toEqual([
      { last_error: 'The mail server did not take the mail: EENVELOPE, 451, RCPT TO.' },
    ]);

    smtp.refuse(null);
    await hurryJobs(app.db);
    await app.app.runJobs();
    expect(smtp.mails.map(({ raw }) => headerOf(raw, 'Message-ID'))).toEqual([message_id]);
  });

  it.each([
    { code: 550, words: '5.1.1 no such user:' },
    { code: 553, words: '5.1.2 no such host:' },
  ])("to an address that is nobody's is given up at once: $words", async (refusal) => {
    const { app, smtp } = await createSmtpApp();
    await queue(app, mail);
    smtp.refuse(refusal);
    await app.app.runJobs();
    const [row = expect.fail()] = await listRows(app);
    expect(row.sealed_content).toBeNull();
    const { rows } = await sql`select id from graphile_worker.jobs`.execute(app.db);
    expect(rows).toEqual([]);
  });

  it('has a sender whose name has a comma', async () => {
    const smtp = await startSmtpServer();
    const MAIL_FROM = 'Hearth, Inc. <hello@hearth.example>';
    const app = await createMailingApp(smtp.url, { MAIL_FROM });
    await queue(app, mail);
    await app.app.runJobs();
    expect(headerOf(smtp.mails[0]?.raw ?? '', 'From')).toBe(
      '"Hearth, Inc." <hello@hearth.example>',
    );
  });

  it.each([
    [{}, undefined],
    [{ support: 'help@hearth.example' }, 'help@hearth.example'],
  ])('of a product with the brand %j: takes answers at %s', async (brand, replyTo) => {
    const smtp = await startSmtpServer();
    const env = { HEARTH_MODE: 'local', SMTP_URL: smtp.url };
    const app = await createOwnTestApp({ env, product: { brand } });
    await queue(app, mail);
    await app.app.runJobs();
    expect(headerOf(smtp.mails[0]?.raw ?? '', 'Reply-To')).toBe(replyTo);
  });

  it('to letters outside ASCII leaves by SMTPUTF8; one to such a domain needs none', async () => {
    const { app, smtp } = await createSmtpApp();
    await queue(app, { ...mail, to: { email: 'josé@xn--mller-kva.example', emailVerified: true } });
    await queue(app, { ...mail, to: { email: 'ada@xn--mller-kva.example', emailVerified: true } });
    await app.app.runJobs();
    const seen = smtp.mails.map(({ raw, isInternational }) => [
      headerOf(raw, 'To'),
      isInternational,
    ]);
    expect(seen).toEqual([
      ['josé@müller.example', true],
      ['ada@xn--mller-kva.example', false],
    ]);
  });

  it('to letters that the mail server cannot read is given up at once', async () => {
    const { app, smtp } = await createSmtpApp();
    await queue(app, { ...mail, to: { email: 'josé@example.com', emailVerified: true } });
    smtp.refuse({ code: 501, words: 'syntax error:' });
    await app.app.runJobs();
    const { rows } = await sql`select id from graphile_worker.jobs`.execute(app.db);
    expect(rows).toEqual([]);
  });

  it.each([
    { code: 550, words: 'relaying denied:' },
    { code: 550, words: '5.7.1 sender not allowed for' },
  ])('that the operator can fix is tried again: $words', async (refusal) => {
    const { app, smtp } = await createSmtpApp();
    await queue(app, mail);
    smtp.refuse(refusal);
    await app.app.runJobs();
    smtp.refuse(null);
    await hurryJobs(app.db);
    await app.app.runJobs();
    expect(smtp.mails).toHaveLength(1);
  });

  it('is sealed while it waits, and erased once sent', async () => {
    const { app } = await createSmtpApp();
    await queue(app, mail);
    const [waiting = expect.fail()] = await listRows(app);
    expect(waiting.sent_at).toBeNull();
    expect(waiting.sealed_content?.toString('latin1')).not.toMatch(/a-secret-code|verify/);
    const { rows: jobs } = await sql`select payload from graphile_worker._private_jobs`.execute(
      app.db,
    );
    expect(JSON.stringify(jobs)).not.toMatch(/a-secret-code|ada@/);

    await app.app.runJobs();
    const [sent = expect.fail()] = await listRows(app);
    expect(sent.sent_at).not.toBeNull();
    expect(sent.sealed_content).toBeNull();
  });

  it('leaves only if its transaction commits', async () => {
    const { app, smtp } = await createSmtpApp();
    const mails = createMails({ ...app.config, clock: app.clock, limits: noRateLimits });
    const lost = app.db.transaction().execute(async (tx) => {
      await mails.queue(tx, mail);
      throw new Error('no');
    });
    await expect(lost).rejects.toThrow('no');
    await app.app.runJobs();
    expect(smtp.mails).toEqual([]);
    expect(await listRows(app)).toEqual([]);
  });

  it('without a recipient: queued, then discarded unsent', async () => {
    const { app, smtp } = await createSmtpApp();
    await queue(app, { ...mail, to: null });
    expect(await listRows(app)).toHaveLength(1);
    const { rows } = await sql`select id from graphile_worker.jobs`.execute(app.db);
    expect(rows).toHaveLength(1);
    await app.app.runJobs();
    expect(smtp.mails).toEqual([]);
    const [row = expect.fail()] = await listRows(app);
    expect(row.sent_at).not.toBeNull();
    expect(row.sealed_content).toBeNull();
  });

  it('is forgotten after 30 days, and so is a job that never succeeded', async () => {
    const { app, smtp } = await createSmtpApp();
    smtp.refuse(isBusy);
    await queue(app, mail);
    await app.app.runJobs();
    app.clock.advance(29 * dayMs);
    await queue(app, mail);
    await app.app.runDue();
    expect(await listRows(app)).toHaveLength(2);
    app.clock.advance(2 * dayMs);
    await app.app.runDue();
    expect(await listRows(app)).toHaveLength(1);
    const { rows } = await sql`
      select id from graphile_worker.jobs where task_identifier = 'send-mail'`.execute(app.db);
    expect(rows).toHaveLength(1);
  });
});

describe('the way to the mail server', () => {
  async function deliver(app: TestApp): Promise<string | undefined> {
    await queue(app, mail);
    await app.app.runJobs();
    const { rows } = await sql<{ last_error: string }>`
      select last_error from graphile_worker.jobs`.execute(app.db);
    return rows[0]?.last_error;
  }

  it('is refused beyond this machine if the server offers no encryption', async () => {
    const smtp = await startSmtpServer();
    const app = await createMailingApp(smtp.outsideUrl);
    expect(await deliver(app)).toMatch(/^The mail server did not take the mail: .*STARTTLS/);
    expect(smtp.mails).toEqual([]);
  });

  it('is taken without encryption if SMTP_TLS allows it', async () => {
    const smtp = await startSmtpServer();
    const app = await createMailingApp(smtp.outsideUrl, { SMTP_TLS: 'optional' });
    expect(await deliver(app)).toBeUndefined();
    expect(smtp.mails.map(({ isEncrypted }) => isEncrypted)).toEqual([false]);
  });

  it('is refused if nobody vouches for the certificate', async () => {
    const smtp = await startSmtpServer({ tls: true });
    const app = await createMailingApp(smtp.outsideUrl);
    expect(await deliver(app)).toMatch(/^The mail server did not take the mail: /);
    expect(smtp.mails).toEqual([]);
  });

  it('is encrypted if the server can do so', async () => {
    const smtp = await startSmtpServer({ tls: true });
    // The test's certificate cannot be verified, so here the address says not to.
    const app = await createMailingApp(`${smtp.outsideUrl}?tls.rejectUnauthorized=false`);
    expect(await deliver(app)).toBeUndefined();
    expect(smtp.mails.map(({ isEncrypted }) => isEncrypted)).toEqual([true]);
  });
});

describe('without a mail server', () => {
  it('mails are listed in the order in which they were asked for, whichever arrived first', async () => {
    const app = await createOwnTestApp({});
    const addresses = ['c@example.com', 'a@example.com', 'b@example.com'];
    await queue(
      app,
      ...addresses.map((email) => ({ ...mail, to: { email, emailVerified: true } })),
    );
    await sql`update graphile_worker._private_jobs set priority = -id`.execute(app.db);
    const mails = await receivedMails(app);
    expect(mails.map(({ to }) => to)).toEqual(addresses);
    expect(mails[0]?.sentAt.getTime()).toBeGreaterThanOrEqual(mails[2]?.sentAt.getTime() ?? 0);
  });

  it('mails arrive in the mailbox, once, even if the job broke off before it noted so', async () => {
    const app = await createOwnTestApp({});
    await queue(
      app,
      mail,
      { ...mail, to: { email: 'bob@example.com', emailVerified: true } },
      { ...mail, to: null },
    );
    await sql`create table before_sending as select * from mails`.execute(app.db);
    const [first = expect.fail(), ...others] = await receivedMails(app, 'ADA@example.com');
    expect(others).toEqual([]);
    expect(first).toMatchObject({ to: 'ada@example.com', kind: 'verify-email', links: [link] });

    await sql`update mails set sent_at = null, sealed_content = before_sending.sealed_content
      from before_sending where before_sending.id = mails.id`.execute(app.db);
    await sql`select graphile_worker.add_job('send-mail', json_build_object('mailId', id))
      from mails`.execute(app.db);
    expect(await receivedMails(app)).toHaveLength(2);
    const rows = await listRows(app);
    expect(rows.map(({ sealed_content }) => sealed_content)).toEqual([null, null, null]);
  });
});
