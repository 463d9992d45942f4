import { describe, expect, it } from 'vitest';
import { toIdentity } from './claims.ts';
import { apple, google, microsoft, type OidcProfile, yahoo } from './oidc-profiles.ts';

const personal = '9188040d-6c67-4c5b-b112-36a304b66dad';
const organisation = '11111111-2222-3333-4444-555555555555';

const nothing = { emailVerified: false, emailAuthoritative: false };
const verified = { emailVerified: true, emailAuthoritative: false };
const proven = { emailVerified: true, emailAuthoritative: true };

const cases: [OidcProfile, string, object, object][] = [
  [google, 'a@gmail.com', { email_verified: true }, proven],
  [google, 'a@googlemail.com', { email_verified: true }, proven],
  [google, 'a@acme.example', { email_verified: true, hd: 'acme.example' }, proven],
  [google, 'a@Acme.example', { email_verified: true, hd: 'ACME.example' }, proven],
  [google, 'a@gmail.com', { email_verified: true, hd: 'acme.example' }, proven],
  [google, 'a@bank.example', { email_verified: true, hd: 'acme.example' }, verified],
  [google, 'a@mail.acme.example', { email_verified: true, hd: 'acme.example' }, verified],
  [google, 'a@acme.example', { email_verified: true, hd: 'mail.acme.example' }, verified],
  [google, 'a@acme.example', { email_verified: true, hd: '' }, verified],
  [google, 'a@acme.example', { email_verified: true, hd: ['acme.example'] }, verified],
  [google, 'a@acme.example', { email_verified: true }, verified],
  [google, 'a@gmail.com', { email_verified: false }, nothing],
  [google, 'a@gmail.com', { email_verified: 'true' }, nothing],
  [google, 'a@gmail.com', {}, nothing],
  [google, 'a@gmail.com.evil.example', { email_verified: true }, verified],
  [google, 'a@evil.example@gmail.com', { email_verified: true }, nothing],
  [apple, 'a@privaterelay.appleid.com', { email_verified: 'true' }, proven],
  [apple, 'a@icloud.com', { email_verified: true }, proven],
  [apple, 'a@gmail.com', { email_verified: true }, verified],
  [apple, 'a@icloud.com', {}, nothing],
  [microsoft, 'a@outlook.com', { tid: personal, xms_edov: true }, proven],
  [microsoft, 'a@outlook.com', { tid: personal }, nothing],
  [microsoft, 'a@outlook.com', { tid: organisation, email_verified: true }, nothing],
  [microsoft, 'a@outlook.com', { tid: organisation, xms_edov: '1' }, verified],
  [microsoft, 'a@gmail.com', { tid: personal, xms_edov: true }, verified],
  [yahoo, 'a@yahoo.com', { email_verified: true }, proven],
  [yahoo, 'a@yahoo.co.jp', { email_verified: true }, verified],
  [yahoo, 'a@yahoo.com', { email_verified: false }, nothing],
];

describe('the word of a provider about an address', () => {
  it.each(cases)('%# of %o about %s with %j', (...[profile, email, claims, believed]) => {
    const identity = toIdentity(profile.id, profile.toClaims({ sub: 's', email, ...claims }));
    const { emailVerified, emailAuthoritative } = identity;
    expect({ emailVerified, emailAuthoritative }).toEqual(believed);
  });
});

describe('an identity', () => {
  it('keeps addresses as accounts have them', () => {
    expect(toIdentity('x', { subject: 's', email: ' Ada@Example.COM ' }).email).toBe(
      'ada@example.com',
    );
  });

  it.each([undefined, '', 'ada', 'Ada <ada@example.com>', 42, null, ['ada@example.com']])(
    'has no address where the provider says %j',
    (email) => {
      const identity = toIdentity('x', {
        subject: 's',
        email,
        emailVerified: true,
        runsMailboxesOf: () => true,
      });
      expect(identity).toMatchObject({ email: null, ...nothing });
    },
  );

  it.each([undefined, '', null, {}, 's'.repeat(256)])('is refused for subject %j', (subject) => {
    expect(() => toIdentity('x', { subject })).toThrow('did not confirm');
  });

  it('unsafe profile fields: cleaned or dropped', () => {
    const identity = toIdentity('x', {
      subject: 583231,
      displayName: `  Ada\0\n${'a'.repeat(300)}`,
      photoUrl: 'javascript:alert(1)',
    });
    expect(identity.subject).toBe('583231');
    expect(identity.displayName).toBe(`Ada${'a'.repeat(197)}`);
    expect(identity.photoUrl).toBe('');
  });
});
