import { describe, expect, it } from 'vitest';
import { buildAccount } from './build-account.ts';

const bcrypt = '05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW';

describe('buildAccount', () => {
  it('no field at all: an account of nothing', () => {
    expect(buildAccount({})).toEqual({
      uid: null,
      email: null,
      emailVerified: false,
      displayName: '',
      photoUrl: '',
      disabled: false,
      createdAt: null,
      lastSignedInAt: null,
      passwordHash: null,
      passwordChangedAt: null,
      links: [],
      claims: null,
      leftOut: [],
    });
  });

  it('white space around fields: trimmed, and the address as it is written', () => {
    const account = buildAccount({ uid: ' a ', email: ' Ada@Example.com ', displayName: ' Ada ' });
    expect(account).toMatchObject({ uid: 'a', email: 'Ada@Example.com', displayName: 'Ada' });
  });

  it.each(['x'.repeat(129), 'é', 'a\tb'])('the id %j: not kept', (uid) => {
    expect(buildAccount({ uid })).toMatchObject({
      uid: null,
      leftOut: ['The id is not kept: an id here has 1 to 128 printable ASCII characters.'],
    });
  });

  it('a verified address that is empty: not verified', () => {
    expect(buildAccount({ email: '', emailVerified: true }).emailVerified).toBe(false);
  });

  it('fields that cannot be read: the careful side, and a sentence for each', () => {
    const account = buildAccount({
      email: 'a@example.com',
      emailVerified: 'maybe',
      disabled: 'maybe',
      createdAt: 'yesterday',
      claims: '["admin"]',
    });
    expect(account).toMatchObject({ emailVerified: false, disabled: true, createdAt: null });
    expect(account.claims).toBeNull();
    expect(account.leftOut).toEqual([
      'Whether the address is verified cannot be read: it counts as not verified.',
      'Whether the account is disabled cannot be read: it counts as disabled.',
      'The time of the sign-up is not taken: it cannot be read.',
      'The custom claims are not taken: they are no JSON object.',
    ]);
  });

  it.each(['$2a$', '$2b$', '$2y$'])('a hash with %s: taken', (prefix) => {
    expect(buildAccount({ passwordHash: prefix + bcrypt })).toMatchObject({
      passwordHash: prefix + bcrypt,
      leftOut: [],
    });
  });

  it.each([
    [`$2x$${bcrypt}`, '$2x$ marks bcrypt of a product with a known defect'],
    [`$2a$${bcrypt.replace('05', '31')}`, 'its cost or length is out of bounds, or it is damaged'],
    [`$2a$${bcrypt.slice(1)}`, 'its form $2a$ is unknown or damaged'],
    ['$1$salt$qJH7.N4xYta3aEG/dfqo/0', 'its form $1$ is unknown or damaged'],
    ['5f4dcc3b5aa765d61d8327deb882cf99', 'its form is unknown'],
  ])('the hash %s: left out', (passwordHash, reason) => {
    expect(buildAccount({ passwordHash })).toMatchObject({
      passwordHash: null,
      leftOut: [`The password hash is not taken: ${reason}.`],
    });
  });

  it('links: known providers with a subject are taken, each other one is named', () => {
    const account = buildAccount({
      links: [
        { provider: 'google.com', subject: 104 },
        { provider: 'slack', subject: 'U1' },
        { provider: 'github.com', subject: '' },
        { provider: '', subject: 'x' },
      ],
    });
    expect(account.links).toEqual([
      { provider: 'google.com', subject: '104', email: null, displayName: '', photoUrl: '' },
    ]);
    expect(account.leftOut).toEqual([
      'The sign-in with slack is not taken.',
      'The sign-in with github.com is not taken: it has no id of the person there.',
      'The sign-in with a provider without a name is not taken.',
    ]);
  });
});
