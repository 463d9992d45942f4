import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { create, list, revoke } from '../../src/cli/api-keys.ts';
import { callServer } from '../harness/server-api.ts';
import { createTestApp, type TestApp } from '../harness/test-app.ts';
import { expectRefusal } from '../harness/wire-client.ts';
import { runHearth } from './lines.ts';

describe('api-keys', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await createTestApp();
  });
  afterAll(() => app.close());

  const secretOf = (out: string) => out.split('\n')[0] ?? '';
  const idOf = (out: string) => /^Key (\w{12}) /m.exec(out)?.[1] ?? expect.fail();

  it('makes a key that opens what its scopes say, lists it without its secret, and revokes it', async () => {
    const out = await create('billing worker', ['accounts:read,standing:read', '90'], app);
    const [secret, id] = [secretOf(out), idOf(out)];
    expect(out).toContain('"billing worker" for accounts:read, standing:read. It expires at 20');
    expect((await callServer(app, 'GET /accounts', { secret })).statusCode).toBe(200);

    const listed = await list(app);
    expect(listed).toContain(`${id}  usable   "billing worker"  accounts:read,standing:read`);
    expect(listed).not.toContain(secret.slice(23));
    expect(listed).toMatch(/last used 20\d\d-.* {2}expires 20/);

    expect(await revoke(id, app)).toBe(`Key ${id} opens nothing any more.`);
    expectRefusal(await callServer(app, 'GET /accounts', { secret }), 'api-key/invalid');
    expect(await revoke(id, app)).toBe(`Key ${id} was revoked before.`);
    expect(await list(app)).toContain(`${id}  revoked`);
  });

  it('makes a key without an end if no days are given, and lists an expired one as such', async () => {
    const out = await create('forever', ['members:read'], app);
    expect(out).toContain('It never expires.');
    const short = idOf(await create('short', ['members:read', '1'], app));
    app.clock.advance(86_400_000);
    expect(await list(app)).toContain(`${short}  expired  "short"`);
    expect(await list(app)).toContain(`${idOf(out)}  usable   "forever"`);
  });

  it.each([
    [' ', ['accounts:read'], 'A key needs a name of 1 to 100 characters.'],
    ['x'.repeat(101), ['accounts:read'], 'A key needs a name of 1 to 100 characters.'],
    ['x', ['accounts:write'], 'There is no scope "accounts:write". Scopes are standing:read, '],
    ['x', ['accounts:read,'], 'There is no scope "".'],
    ['x', ['accounts:read', '0'], 'A key expires after 1 to 3650 days.'],
    ['x', ['accounts:read', 'soon'], 'A key expires after 1 to 3650 days.'],
  ])('makes no key %j %j and says why', async (name, further, sentence) => {
    const before = await list(app);
    await expect(create(name, further, app)).rejects.toThrow(sentence);
    expect(await list(app)).toBe(before);
  });

  it('says that there is no such key', async () => {
    await expect(revoke('nothing', app)).rejects.toThrow('There is no API key with this id.');
  });

  it('is a command of the operator', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'hearth-keys-'));
    const { err } = await runHearth(['api-keys', 'create', 'x'], { DATA_DIR: dataDir });
    expect(err).toContain('api-keys create <name> <scope,scope,…> [days]');
    await rm(dataDir, { recursive: true, force: true });
  });
});
