import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { production } from '../harness/production-environment.ts';
import { createOwnTestApp, createTestApp, type TestApp } from '../harness/test-app.ts';
import { expectIdentityRefusal, identity, newAddress } from '../harness/wire-client.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const path = '/v1/accounts:signInWithIdp';

function signIn(to: TestApp, claims: object) {
  const postBody = new URLSearchParams({
    providerId: 'google.com',
    id_token: JSON.stringify(claims),
  });
  return identity(to, path, { postBody: postBody.toString(), requestUri: 'http://localhost' });
}

describe('a form that Apple leads back with', () => {
  const post = (body: string) =>
    app.server.inject({
      method: 'POST',
      url: '/auth/callback',
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        origin: 'https://appleid.apple.com',
      },
      payload: body,
    });

  it('becomes the address of the page that ends the sign-in', async () => {
    const answer = await post('code=the%2Bcode&state=s&user=%7B%7D&id_token=secret&next=//evil');
    expect(answer.statusCode).toBe(303);
    expect(answer.headers.location).toBe('/auth/callback?code=the%2Bcode&state=s&user=%7B%7D');
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(answer.cookies).toEqual([]);
  });

  it('carries nothing that is no text of usual length', async () => {
    const answer = await post(`code=a&code=b&state=${'s'.repeat(5000)}`);
    expect(answer.headers.location).toBe('/auth/callback?');
  });

  it('signs nobody in by a GET', async () => {
    const page = await app.server.inject({ url: '/auth/callback?code=c&state=s' });
    expect(page.statusCode).toBe(200);
    expect(page.headers['content-type']).toContain('text/html');
    expect(page.cookies).toEqual([]);
  });
});

describe('the picture of a social sign-in', () => {
  const png = Buffer.from('\x89PNG\r\n\x1a\n-and-more', 'latin1');

  async function avatarOf(claims: object) {
    const answer = await signIn(app, claims);
    expect(answer.statusCode, answer.body).toBe(200);
    const photoUrl: string = answer.json().photoUrl;
    return photoUrl;
  }

  const get = (photoUrl: string) => app.server.inject({ url: new URL(photoUrl).pathname });

  it('is served from our own origin, as a picture and nothing else', async () => {
    const claims = { sub: 'pic', email: newAddress(), picture: 'https://pictures.example/1.png' };
    const photoUrl = await avatarOf(claims);
    expect(photoUrl).toMatch(/^http:\/\/localhost:3000\/avatars\/\w{28}$/);
    await sql`update avatars set content = ${png}, content_type = 'image/png'
      where source_url = ${claims.picture}`.execute(app.db);
    const answer = await get(photoUrl);
    expect(answer.rawPayload).toEqual(png);
    expect(answer.headers).toMatchObject({
      'content-type': 'image/png',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
    });
    expect(await avatarOf(claims)).toBe(photoUrl);

    const other = await avatarOf({ ...claims, picture: 'https://pictures.example/2.png' });
    expect(other).not.toBe(photoUrl);
    expect((await get(photoUrl)).statusCode).toBe(404);
  });

  it('is never looked for inside our own network', async () => {
    let asked = 0;
    const inside = createServer((_, response) => {
      asked += 1;
      response.end(png);
    });
    await new Promise<void>((resolve) => inside.listen(0, '127.0.0.1', resolve));
    const { port } = inside.address() as AddressInfo;
    const picture = `http://localhost:${port}/picture`;
    const photoUrl = await avatarOf({ sub: 'inside', email: newAddress(), picture });
    expect((await get(photoUrl)).statusCode).toBe(404);
    expect(asked).toBe(0);
    inside.close();
  });

  it('is asked for once in 10 minutes while it cannot be had', async () => {
    const triedAt = async () => {
      const { rows } = await sql<{ tried_at: Date | null }>`
        select tried_at from avatars where source_url = 'http://127.0.0.1:9/x'`.execute(app.db);
      return rows[0]?.tried_at?.getTime();
    };
    const picture = 'http://127.0.0.1:9/x';
    const photoUrl = await avatarOf({ sub: 'again', email: newAddress(), picture });
    expect(await triedAt()).toBeUndefined();
    await get(photoUrl);
    const first = await triedAt();
    expect(first).toBeDefined();
    app.clock.advance(60_000);
    await get(photoUrl);
    expect(await triedAt()).toBe(first);
    app.clock.advance(10 * 60_000);
    await get(photoUrl);
    expect(await triedAt()).toBeGreaterThan(first ?? 0);
  });

  it('goes with the account', async () => {
    const email = newAddress();
    const picture = 'https://pictures.example/gone.png';
    await avatarOf({ sub: 'gone', email, picture });
    await sql`delete from accounts where email = ${email}`.execute(app.db);
    const { rows } = await sql`select 1 from avatars where source_url = ${picture}`.execute(app.db);
    expect(rows).toEqual([]);
  });

  it('is not found under an unknown id', async () => {
    expect((await app.server.inject({ url: '/avatars/unknown' })).statusCode).toBe(404);
  });
});

describe('the sandbox', () => {
  it('is not there in production, whatever is on', async () => {
    const installed = await createOwnTestApp({
      env: { ...production, RATE_LIMITS: 'on' },
    });
    expect(installed.config.product.socialProviders.google).toBe(true);
    const claims = { sub: 's', email: newAddress(), email_verified: true };
    expectIdentityRefusal(await signIn(installed, claims), 'auth/provider-not-enabled');
    const begin = await identity(installed, '/v1/accounts:createAuthUri', {
      providerId: 'google.com',
    });
    expectIdentityRefusal(begin, 'auth/provider-not-enabled');
    const page = await installed.server.inject({ url: '/config.json' });
    expect(page.json().socialProviders).toEqual([]);
  });
});
