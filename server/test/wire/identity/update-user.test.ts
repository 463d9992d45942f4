import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../harness/test-app.ts';
import {
  createPerson,
  document,
  expectRefusal,
  identity,
  type Person,
} from '../../harness/wire-client.ts';

describe('updateUser', () => {
  let app: TestApp;
  let ada: Person;
  beforeAll(async () => {
    app = await createTestApp();
    ada = await createPerson(app);
  });
  afterAll(() => app.close());

  const update = (body: object, idToken = ada.idToken) =>
    document(app, `PATCH /v1/users/${ada.uid}`, { body, idToken });

  it('merges what is given and leaves the rest', async () => {
    await update({ avatar_url: 'https://example.com/ada.png', language: 'zh' });
    app.clock.advance(5_000);
    const answer = await update({
      display_name: ' Ada King ',
      create_time: '1999-01-01T00:00:00Z',
      last_updated: null,
    });

    expect(answer.statusCode).toBe(200);
    const user = answer.json();
    expect(user).toMatchObject({
      display_name: 'Ada King',
      avatar_url: 'https://example.com/ada.png',
      language: 'zh',
    });
    expect(user.create_time).not.toContain('1999');
    expect(Date.parse(user.last_updated)).toBeGreaterThan(Date.parse(user.create_time));
  });

  it('keeps the theme, and leaves it if another field is given', async () => {
    expect((await update({ theme: 'dark' })).json().theme).toBe('dark');
    expect((await update({ language: 'en' })).json().theme).toBe('dark');
    expect((await update({ theme: 'system' })).json().theme).toBe('system');
  });

  it('is the same row that the account look-up reads', async () => {
    await update({ display_name: 'Countess', avatar_url: 'https://example.com/c.png' });
    const { idToken } = ada;
    const looked = await identity(app, '/v1/accounts:lookup', { idToken });
    expect(looked.json().users[0]).toMatchObject({
      displayName: 'Countess',
      photoUrl: 'https://example.com/c.png',
    });
  });

  it('remembers that the list of first steps is hidden, and shows it again if asked', async () => {
    expect((await update({ checklist_hidden: true })).json().checklist_hidden).toBe(true);
    await update({ display_name: 'Ada' });
    const read = await document(app, `GET /v1/users/${ada.uid}`, { idToken: ada.idToken });
    expect(read.json().checklist_hidden).toBe(true);
    expect((await update({ checklist_hidden: false })).json().checklist_hidden).toBe(false);
  });

  it('clears the picture with an empty address', async () => {
    await update({ avatar_url: 'https://example.com/ada.png' });
    expect((await update({ avatar_url: '' })).json().avatar_url).toBe('');
  });

  it('refuses a name that is too long with auth/invalid-display-name', async () => {
    expectRefusal(await update({ display_name: 'x'.repeat(201) }), 'auth/invalid-display-name');
  });

  it.each([
    [{ avatar_url: 'javascript:alert(1)' }],
    [{ avatar_url: 'nothing' }],
    [{ language: 'fr' }],
    [{ checklist_hidden: 'yes' }],
    [{ theme: 'pink' }],
    [{ email: 'other@example.com' }],
    [{ email_verified: true }],
    [{ uid: 'other' }],
    [[]],
  ])('refuses %j and writes nothing', async (body) => {
    const before = await document(app, `GET /v1/users/${ada.uid}`, { idToken: ada.idToken });
    expectRefusal(await update(body), 'request/invalid');
    const after = await document(app, `GET /v1/users/${ada.uid}`, { idToken: ada.idToken });
    expect(after.body).toBe(before.body);
  });

  it('refuses everybody else', async () => {
    const { idToken } = await createPerson(app);
    expectRefusal(await update({ display_name: 'Mallory' }, idToken), 'access/denied');
  });
});
