import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callAs, createOperatedApp, createOperator } from '../../harness/operators.ts';
import type { TestApp } from '../../harness/test-app.ts';
import { createPerson, expectRefusal, type Person } from '../../harness/wire-client.ts';

describe('examineInstallation', () => {
  let app: TestApp;
  let operator: Person;
  beforeAll(async () => {
    app = await createOperatedApp();
    operator = await createOperator(app);
  });
  afterAll(() => app.close());

  it('answers what the doctor finds, with what to do, faults first; once for all within a minute', async () => {
    await sql`
      insert into mails (id, recipient, language, kind, sealed_content, message_id, created_at)
      values ('mail-1', 'a@b.c', 'en', 'verify-email', '', '<1@b.c>', now())`.execute(app.db);
    const [one, other] = await Promise.all([
      callAs(app, operator, 'GET /examination'),
      callAs(app, operator, 'GET /examination'),
    ]);
    const { at, checks, findings, not_checked: notChecked } = one.json();
    expect(one.statusCode, one.body).toBe(200);
    expect(other.json()).toEqual(one.json());
    expect(checks).toBeGreaterThan(30);
    expect(Date.parse(at)).toBeGreaterThan(0);
    expect(findings).toContainEqual({
      id: 'mails-given-up',
      severity: 'warning',
      problem: expect.stringMatching(/^1 email of the last 30 days failed/),
      fix: expect.any(String),
    });
    const severities = findings.map(({ severity }: { severity: string }) => severity);
    expect(severities).toEqual([...severities].sort());
    expect(notChecked).toEqual(expect.any(Array));
  });

  it('is not there for somebody else', async () => {
    const answer = await callAs(app, await createPerson(app), 'GET /examination');
    expectRefusal(answer, 'request/unknown-path');
  });
});
