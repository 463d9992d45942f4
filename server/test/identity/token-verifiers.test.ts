import { X509Certificate } from 'node:crypto';
import { OAuth2Client } from 'google-auth-library';
import { createLocalJWKSet, createRemoteJWKSet, decodeProtectedHeader, jwtVerify } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createIdTokens,
  publicKeysMaxAgeSeconds,
  publishedAheadMs,
  rotateSigningKey,
} from '../../src/modules/identity/index.ts';
import { createListeningApp, type ListeningApp } from '../firebase/firebase-client.ts';
import { createPerson, signIn } from '../harness/wire-client.ts';

const signer = 'securetoken@system.gserviceaccount.com';

describe('a program that checks our ID tokens', () => {
  let app: ListeningApp;
  beforeAll(async () => {
    app = await createListeningApp();
  });
  afterAll(() => app.close());

  const read = async (path: string) => {
    const answer = await app.server.inject({ url: path });
    expect(answer.statusCode, path).toBe(200);
    expect(answer.headers['cache-control']).toBe('public, max-age=300');
    return answer.json();
  };

  it('finds issuer, keys and algorithm by OpenID Connect’s discovery', async () => {
    const discovery = await read('/.well-known/openid-configuration');
    const { publicUrl } = app.config;
    expect(discovery).toMatchObject({
      issuer: publicUrl,
      jwks_uri: `${publicUrl}/.well-known/jwks.json`,
      id_token_signing_alg_values_supported: ['ES256'],
      response_types_supported: ['id_token'],
      subject_types_supported: ['public'],
    });
    const { idToken } = await createPerson(app);
    const payload = JSON.parse(Buffer.from(idToken.split('.')[1] ?? '', 'base64url').toString());
    expect(discovery.claims_supported).toEqual(expect.arrayContaining(Object.keys(payload)));
  });

  it.each(['/.well-known/jwks.json', `/service_accounts/v1/jwk/${signer}`])(
    'accepts them with jose and the keys at %s',
    async (path) => {
      const { uid, email, idToken } = await createPerson(app);
      const keys = createRemoteJWKSet(new URL(`${app.origin}${path}`));
      const { issuer } = await read('/.well-known/openid-configuration');
      const { payload, protectedHeader } = await jwtVerify(idToken, keys, {
        issuer,
        audience: 'hearth',
        requiredClaims: ['auth_time', 'iat', 'exp', 'user_id'],
      });
      expect(protectedHeader.alg).toBe('ES256');
      expect(payload).toMatchObject({ sub: uid, user_id: uid, email, email_verified: false });
      expect(Number(payload.auth_time)).toBeLessThanOrEqual(Number(payload.iat));
      await expect(jwtVerify(idToken, keys, { audience: 'other' })).rejects.toThrow('aud');
    },
  );

  it('accepts them with google-auth-library and the certificates', async () => {
    const { uid, email, idToken } = await createPerson(app);
    const certificates = await read(`/robot/v1/metadata/x509/${signer}`);
    const { publicUrl } = app.config;
    const client = new OAuth2Client();
    const check = (token: string, audience: string, issuer: string) =>
      client.verifySignedJwtWithCertsAsync(token, certificates, audience, [issuer]);
    const ticket = await check(idToken, 'hearth', publicUrl);
    const claims = ticket.getPayload();
    expect(claims).toMatchObject({ iss: publicUrl, aud: 'hearth', sub: uid, email });
    expect(claims).toMatchObject({
      auth_time: expect.any(Number),
      firebase: { sign_in_provider: 'password', identities: { email: [email] } },
    });

    await expect(check(idToken, 'other', publicUrl)).rejects.toThrow('audience');
    await expect(check(idToken, 'hearth', 'https://evil.example')).rejects.toThrow('issuer');
    const [head, body] = idToken.split('.');
    const forged = `${head}.${body}.${Buffer.alloc(64, 1).toString('base64url')}`;
    await expect(check(forged, 'hearth', publicUrl)).rejects.toThrow('signature');
  });

  it('gets certificates that X.509 readers take, each signed by its own key', async () => {
    const { keys } = await read('/.well-known/jwks.json');
    const certificates = await read(`/robot/v1/metadata/x509/${signer}`);
    expect(Object.keys(certificates)).toEqual(keys.map(({ kid }: { kid: string }) => kid));
    for (const key of keys) {
      const certificate = new X509Certificate(certificates[key.kid]);
      expect(certificate.subject).toBe(`CN=${key.kid}`);
      expect(certificate.verify(certificate.publicKey)).toBe(true);
      expect(certificate.publicKey.export({ format: 'jwk' })).toMatchObject({ x: key.x, y: key.y });
      expect(Date.parse(certificate.validFrom)).toBeLessThanOrEqual(Date.now() + 1_000);
      expect(new Date(certificate.validTo).getUTCFullYear()).toBe(9999);
    }
  });

  it('accepts tokens signed before and after a change of the key', async () => {
    const person = await createPerson(app);
    const { db, clock, config } = app;
    // The library checks times by a clock of its own, so the key is published in the past.
    const earlier = { now: () => new Date(clock.now().getTime() - publishedAheadMs) };
    await rotateSigningKey({ db, clock: earlier, secretKey: config.secretKey });
    clock.advance(31_000);
    const later = await signIn(app, person);
    expect(decodeProtectedHeader(later.idToken).kid).not.toBe(
      decodeProtectedHeader(person.idToken).kid,
    );
    const certificates = await read(`/robot/v1/metadata/x509/${signer}`);
    expect(Object.keys(certificates)).toHaveLength(2);
    const client = new OAuth2Client();
    for (const { idToken } of [person, later]) {
      await client.verifySignedJwtWithCertsAsync(idToken, certificates, 'hearth', [
        config.publicUrl,
      ]);
    }
  });

  it('accepts each token while the key changes: another server, and a program that keeps the keys it has read', async () => {
    const { db, clock, config } = app;
    const { secretKey, publicUrl: issuer } = config;
    const settings = { db, clock, secretKey, issuer, audience: 'hearth' };
    const checking = await createIdTokens(settings);
    const person = await createPerson(app);
    const issue = async () => (await signIn(app, person)).idToken;
    clock.advance(28_000);
    const kept = createLocalJWKSet({ keys: [...(await checking.publicKeys())] });
    clock.advance(1_000);
    const { id } = await rotateSigningKey(settings);

    const kids = new Set<string | undefined>();
    for (let seconds = 2; seconds < publicKeysMaxAgeSeconds - 1; seconds += 33) {
      clock.advance(seconds === 2 ? 2_000 : 33_000);
      const token = await issue();
      expect((await checking.verify(token)).uid).toBe(person.uid);
      await jwtVerify(token, kept, { currentDate: clock.now() });
      kids.add(decodeProtectedHeader(token).kid);
    }
    expect(kids).not.toContain(id);

    clock.advance(publishedAheadMs);
    const token = await issue();
    expect(decodeProtectedHeader(token).kid).toBe(id);
    expect((await checking.verify(token)).uid).toBe(person.uid);
  });
});
