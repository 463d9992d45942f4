import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { findingIds } from '../../src/doctor/finding.ts';
import { type DatabaseLocation, openDatabase } from '../../src/platform/database.ts';
import { openQuestion, sealQuestion } from '../../src/platform/request-echo.ts';
import { createOwnTestApp, findLocation, openSecondApp } from '../harness/test-app.ts';
import { createPerson, refresh } from '../harness/wire-client.ts';
import { isBusy } from '../mail/smtp.ts';
import { openSilentServer } from './plant.ts';
import { openScene, type Scene } from './scene.ts';

describe('the doctor', () => {
  let scene: Scene;
  beforeAll(async () => {
    scene = await openScene();
  });
  afterEach(() => scene.heal());
  afterAll(() => scene.close());

  it('writes nothing into the database or DATA_DIR, and sends no mail', async () => {
    const location = await findLocation(scene.app);
    const readOnly = { ...location, options: '-c default_transaction_read_only=on' };
    const open = async () => openDatabase(readOnly as DatabaseLocation, () => undefined);
    const before = await readdir(scene.dataDir);
    const told = await scene.examine({ elsewhere: { open } });
    expect(told).toMatchObject({ findings: [], notChecked: [], exitCode: 0 });
    expect(await readdir(scene.dataDir)).toEqual(before);
    expect(scene.smtp.mails).toEqual([]);
  });

  it('sends one test mail with --mail, and tells that the server has taken it', async () => {
    const { text, exitCode } = await scene.tell({ line: ['--mail', 'ada@acme.dev'] });
    expect(text).toContain('The mail server accepted the test email to ada@acme.dev.');
    expect(exitCode).toBe(0);
    expect(scene.smtp.mails).toMatchObject([{ from: 'hello@acme.dev', to: ['ada@acme.dev'] }]);
    scene.smtp.refuse(isBusy);
    onTestFinished(() => scene.smtp.refuse(null));
    const refused = await scene.examine({ line: ['--mail', 'ada@acme.dev'] });
    expect(refused).toMatchObject({ exitCode: 1, findings: [{ id: 'mail-server' }] });
  });

  it('tells which checks could not run, and fails', async () => {
    const open = () => Promise.reject(new Error('the server closed the connection'));
    const { findings, notChecked, exitCode } = await scene.examine({ elsewhere: { open } });
    expect(findings.map(({ id }) => id)).toEqual(['database-unreachable']);
    const reasons = new Set(notChecked.map(({ reason }) => reason));
    expect(reasons).toEqual(new Set(['the database cannot be used']));
    expect(notChecked.length).toBeGreaterThan(5);
    expect(exitCode).toBe(1);
    const { text } = await scene.tell({ elsewhere: { open } });
    expect(text).toMatch(/^Could not be checked: .*the jobs.*: the database cannot be used\.$/m);
  });

  it('waits no longer than ten seconds for a check, and tells the findings of all others', async () => {
    scene.stripe.state.endpoints = [];
    const startedAt = Date.now();
    const { findings, notChecked } = await scene.examine({
      env: {
        STRIPE_API_BASE: `http://${await openSilentServer()}`,
        MAIL_FROM: 'hello@example.com',
      },
    });
    expect(Date.now() - startedAt).toBeLessThan(20_000);
    expect(findings.map(({ id }) => id)).toEqual(['mail-sender-example', 'stripe-unreachable']);
    expect(notChecked).toContainEqual({
      check: 'the prices',
      reason: 'it took longer than 10 seconds',
    });
  });

  it('prints each finding as a sentence and its fix, and last how many there are', async () => {
    const { text, exitCode } = await scene.tell({ env: { MAIL_FROM: 'hello@example.com' } });
    expect(text).toMatch(
      /^Fault \(mail-sender-example\): Emails are sent from example\.com, .*\.\n {2}Fix: Set MAIL_FROM .*\.\n\n\d+ checks of https:\/\/app\.acme\.dev:\d+ \(production\): 1 fault\.$/,
    );
    expect(exitCode).toBe(1);
    expect((await scene.tell()).text).toMatch(
      /^Nothing is wrong\. \d+ checks of https:.* \(production\)\.$/,
    );
  });

  it('lets a warning alone not fail', async () => {
    scene.texts.delete('acme.dev');
    expect(await scene.examine()).toMatchObject({
      findings: [{ id: 'mail-sender-unproven', severity: 'warning' }],
      healthy: true,
      exitCode: 0,
    });
  });

  it('is told how its request arrived, and nobody else is', async () => {
    const { server, config } = scene.app;
    const ask = (headers: Record<string, string>) => server.inject({ url: '/doctor', headers });
    const unknown = await server.inject({ url: '/nowhere' });
    const otherKey = sealQuestion('nonce', 'f'.repeat(32));
    for (const headers of [{}, { 'x-hearth-doctor': 'x' }, { 'x-hearth-doctor': otherKey }]) {
      const answer = await ask(headers);
      expect(answer.statusCode).toBe(404);
      expect(answer.body).toBe(unknown.body);
    }
    const question = sealQuestion('nonce', config.secretKey);
    const told = await ask({ 'x-hearth-doctor': question });
    expect(told.statusCode).toBe(200);
    expect(told.headers['cache-control']).toBe('no-store');
    expect(told.body).toMatch(/^[\w-]+$/);
    expect(openQuestion(told.body, config.secretKey)).toBeUndefined();
  });

  it('is right that a new SECRET_KEY needs new signing keys only, and signs nobody out', async () => {
    const app = await createOwnTestApp({});
    const { refreshToken } = await createPerson(app);
    const config = { ...app.config, secretKey: '0b5f2e6d9c1a48370b5f2e6d9c1a4837' };
    await expect(openSecondApp({ ...app, config })).rejects.toThrow('SECRET_KEY is not the one');
    await sql`delete from signing_keys`.execute(app.db);
    const restarted = await openSecondApp({ ...app, config });
    expect((await refresh(restarted, refreshToken)).statusCode).toBe(200);
  });

  it('has a row in docs/operating.md for each finding', async () => {
    const page = join(import.meta.dirname, '../../../docs/operating.md');
    const rows = [...(await readFile(page, 'utf8')).matchAll(/^\| `([a-z-]+)` \|/gm)];
    const documented = rows.map(([, id]) => id);
    expect(findingIds.filter((id) => !documented.includes(id))).toEqual([]);
  });
});
