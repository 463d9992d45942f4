import { describe, expect, it } from 'vitest';
import { hasPasswordHashForm, readPasswordHash } from './password-hash.ts';

const base64 = (hex: string) => Buffer.from(hex, 'hex').toString('base64');
const text64 = (text: string) => Buffer.from(text).toString('base64');

/** https://github.com/firebase/scrypt, README. */
const firebase =
  '$fbscrypt$v=1,n=14,r=8,p=1,ss=Bw==,sk=jxspr8Ki0RYycVU8zykbdLGjFQ3McFUH0uiiTvC8pVMXAn210wjLNmdZJzxUECKbm0QsEmYUSDzZvpjeJ9WmXA==$42xEC+ixf3L2lw==$lSrfV15cpx95/sZS2W9c9Kp6i/LVgQNDNC/qzrCnh1SAyZvqmZqAjTdn3aoItz+VHjoZilo78198JAdRuid5lQ==';

/** https://github.com/supabase/auth, internal/crypto/password_test.go. */
const supabase =
  '$fbscrypt$v=1,n=14,r=8,p=1,ss=Bw==,sk=ou9tdYTGyYm8kuR6Dt0Bp0kDuAYoXrK16mbZO4yGwAn3oLspjnN0/c41v8xZnO1n14J3MjKj1b2g6AUCAlFwMw==$C0sHCg9ek77hsg==$zKVTMvnWVw5BBOZNUdnsalx4c4c7y/w7IS5p6Ut2+CfEFFlz37J9huyQfov4iizN8dbjvEJlM5tQaJP84+hfTw==';

/** Solar Designer's vectors, which OpenBSD's bcrypt answers too: crypt_blowfish, wrapper.c. */
const blowfish: [string, string][] = [
  ['U*U', '05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW'],
  ['U*U*', '05$CCCCCCCCCCCCCCCCCCCCC.VGOzA784oUp/Z0DY336zx7pLYAy0lwK'],
  ['U*U*U', '05$XXXXXXXXXXXXXXXXXXXXXOAcXxm9kjPGEMsLznoKqmqw7tc8WCx4a'],
  ['', '05$CCCCCCCCCCCCCCCCCCCCC.7uG0VCzI2bS7j6ymqJi9CdcdxiRTWNy'],
];
const longPassword = '0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';
const longHash = '$2a$05$abcdefghijklmnopqrstuu5s2v8.iXieOjg/.AySBTTZIIVFJeBui';

/** The reference implementation's src/test.c; the password is "password", the salt "somesalt". */
const argon2 = [
  '$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc',
  '$argon2id$v=19$m=256,t=2,p=1$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4',
  '$argon2id$v=19$m=256,t=2,p=2$c29tZXNhbHQ$bQk8UB/VmZZF4Oo79iDXuL5/0ttZwg2f/5U52iv1cDc',
  '$argon2i$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$wWKIMhR9lyDFvRz9YTZweHKfbftvj+qf+YFY4NeBbtA',
  '$argon2i$v=16$m=65536,t=2,p=1$c29tZXNhbHQ$9sTbSlTio3Biev89thdrlKKiCaYsjjYVJxGAL3swxpQ',
];

/** RFC 7914, section 12; its fourth vector needs 1 GB. */
const scrypt: [string, string][] = [
  [
    '',
    `$scrypt$ln=4,r=1,p=1$$${base64('77d6576238657b203b19ca42c18a0497f16b4844e3074ae8dfdffa3fede21442fcd0069ded0948f8326a753a0fc81f17e8d3e0fb2e0d3628cf35e20c38d18906')}`,
  ],
  [
    'password',
    `$scrypt$ln=10,r=8,p=16$${text64('NaCl')}$${base64('fdbabe1c9d3472007856e7190d01e9fe7c6ad7cbc8237830e77376634b3731622eaf30d92e22a3886ff109279d9830dac727afb94a83ee6d8360cbdfa2cc0640')}`,
  ],
  [
    'pleaseletmein',
    `$scrypt$ln=14,r=8,p=1$${text64('SodiumChloride')}$${base64('7023bdcb3afd7348461c06cd81fd38ebfda8fbba904f8e3ea9b543f6545da1f2d5432955613f0fcf62d49705242a9af9e61e85dc0d651e40dfcf017b45575887')}`,
  ],
];

/** RFC 7914, section 11. */
const passwd = {
  salt: text64('salt'),
  hash: base64(
    '55ac046e56e3089fec1691c22544b605f94185216dde0465e68b9d57c20dacbc49ca9cccf179b645991664b39d77ef317c71b845b1e30bd509112041d3a19783',
  ),
};
const pbkdf2: [string, string][] = [
  ['passwd', `$pbkdf2-sha256$i=1$${passwd.salt}$${passwd.hash}`],
  ['passwd', `$pbkdf2-sha256$i=1,l=64$${passwd.salt}$${passwd.hash}`],
  [
    'passwd',
    `$pbkdf2-sha256$1$${passwd.salt.replaceAll('=', '')}$${passwd.hash.replaceAll('=', '').replaceAll('+', '.')}`,
  ],
  [
    'Password',
    `$pbkdf2-sha256$i=80000$${text64('NaCl')}$${base64('4ddcd8f60b98be21830cee5ef22701f9641a4418d04c0414aeff08876b34ab56a1d425a1225833549adb841b51c9b3176a272bdebba1d078478f62b397f33c8d')}`,
  ],
];

const vectors: [string, string][] = [
  ['user1password', firebase],
  ['mytestpassword', supabase],
  ...blowfish.flatMap(([password, rest]): [string, string][] =>
    ['$2a$', '$2b$', '$2y$'].map((prefix) => [password, prefix + rest]),
  ),
  [longPassword, longHash],
  [`${longPassword}chars after 72 are ignored`, longHash],
  ...argon2.map((hash): [string, string] => ['password', hash]),
  ...scrypt,
  ...pbkdf2,
];

describe('readPasswordHash', () => {
  it.each(vectors)(
    'the published hash of "%s" (%s): it and no other password matches',
    async (password, stored) => {
      const hash = readPasswordHash(stored);
      expect(await hash?.matches(password)).toBe(true);
      expect(await hash?.matches(`x${password}`)).toBe(false);
      expect(await hash?.matches(`${password.slice(0, 71)}!`)).toBe(false);
    },
  );

  it.each(vectors)(
    'the decoy of the hash of "%s" (%s): of its kind, and nothing matches',
    async (password, stored) => {
      const hash = readPasswordHash(stored);
      const decoy = hash?.toDecoy() ?? '';
      const other = readPasswordHash(decoy);
      expect(other?.kind).toBe(hash?.kind);
      expect(decoy).not.toBe(hash?.toDecoy());
      expect(await other?.matches(password)).toBe(false);
    },
  );

  it('a password that its product normalizes first: each spelling of it matches', async () => {
    const derived =
      '90019f93cdcd7ef0b16f2c2d9d1d98c6b807d99065415c7bb10fe8dab6c5bd1d55a6d2ebaabc6d308246de4c7e18199a7635a182b646d9cd09642e705fb5bd7f';
    const hash = readPasswordHash(`$scrypt$ln=4,r=1,p=1,n=nfkc$$${base64(derived)}`);
    expect(await hash?.matches('caf\u00e9')).toBe(true);
    expect(await hash?.matches('cafe\u0301')).toBe(true);
    expect(await hash?.matches('cafe')).toBe(false);
    const plain = readPasswordHash(`$scrypt$ln=4,r=1,p=1$$${base64(derived)}`);
    expect(await plain?.matches('cafe\u0301')).toBe(false);
    expect(plain?.kind).not.toBe(hash?.kind);
  });

  it.each([
    [
      'argon2 of 256 MB',
      '$argon2id$v=19$m=262144,t=1,p=1$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4',
    ],
    [
      'argon2 of 1,000 passes over 1 MB',
      '$argon2id$v=19$m=1024,t=1000,p=1$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4',
    ],
    [
      'argon2 of 17 lanes',
      '$argon2id$v=19$m=256,t=2,p=17$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4',
    ],
    [
      'argon2 of less memory than its lanes need',
      '$argon2id$v=19$m=15,t=2,p=2$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4',
    ],
    [
      'argon2 of a salt of 7 bytes',
      '$argon2id$v=19$m=256,t=2,p=1$c29tc2FsdA$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4',
    ],
    ['bcrypt of cost 15', longHash.replace('$05$', '$15$')],
    ['bcrypt of cost 3', longHash.replace('$05$', '$03$')],
    [
      'scrypt of 1 GB, the fourth vector of RFC 7914',
      `$scrypt$ln=20,r=8,p=1$${text64('SodiumChloride')}$${base64('2101cb9b6a511aaeaddbbe09cf70f881ec568d574a2ffd4dabe5ee9820adaa478e56fd8f4ba5d09ffa1c6d927c40f4c337304049e8a952fbcbf45c6fa77a41a4')}`,
    ],
    [
      'scrypt of N 65536 with r 1, which RFC 7914 excludes',
      `$scrypt$ln=16,r=1,p=1$${passwd.salt}$${passwd.hash}`,
    ],
    ['scrypt of 129 lanes', `$scrypt$ln=10,r=8,p=129$${passwd.salt}$${passwd.hash}`],
    [
      'scrypt of a hash of 65 bytes',
      `$scrypt$ln=10,r=8,p=1$${passwd.salt}$${Buffer.alloc(65).toString('base64')}`,
    ],
    [
      'scrypt of a hash of 15 bytes',
      `$scrypt$ln=10,r=8,p=1$${passwd.salt}$${Buffer.alloc(15).toString('base64')}`,
    ],
    [
      'scrypt of a salt of 257 bytes',
      `$scrypt$ln=10,r=8,p=1$${Buffer.alloc(257).toString('base64')}$${passwd.hash}`,
    ],
    ["Firebase's scrypt of memory cost 17", firebase.replace('n=14', 'n=17')],
    ["Firebase's scrypt of 64 rounds", firebase.replace('r=8', 'r=64')],
    [
      "Firebase's scrypt of a signer key that is shorter than the hash",
      firebase.replace(/sk=[^$]+/, 'sk=jxspr8Ki0RYy'),
    ],
    ['PBKDF2 of 2,000,001 rounds', `$pbkdf2-sha256$i=2000001$${passwd.salt}$${passwd.hash}`],
    [
      'PBKDF2 of another length than it says',
      `$pbkdf2-sha256$i=1,l=32$${passwd.salt}$${passwd.hash}`,
    ],
  ])('%s: known form, refused', (_, stored) => {
    expect(readPasswordHash(stored)).toBeUndefined();
    expect(hasPasswordHashForm(stored)).toBe(true);
  });

  it.each([
    '',
    'password',
    '$2x$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW',
    '$1$salt$qJH7.N4xYta3aEG/dfqo/0',
    'scrypt$16384$8$1$c2FsdA==$aGFzaA==',
    '$argon2id$v=19$m=0256,t=2,p=1$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4',
    '$argon2id$v=19$m=256,t=2,p=1$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi_4',
    '$argon2id$v=19$m=256,t=2,p=1,keyid=AA$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4',
    `$scrypt$ln=0,r=8,p=1$${passwd.salt}$${passwd.hash}`,
    `$pbkdf2-sha256$i=0$${passwd.salt}$${passwd.hash}`,
    `$pbkdf2-sha512$i=1$${passwd.salt}$${passwd.hash}`,
  ])('text of no known form, %s: undefined', (stored) => {
    expect(readPasswordHash(stored)).toBeUndefined();
    expect(hasPasswordHashForm(stored)).toBe(false);
  });

  it.each(vectors)(
    'the hash of "%s" (%s) with a letter changed or lost: undefined, or no password matches',
    async (password, stored) => {
      for (const place of [2, 9, 40]) {
        const at = stored.length - place;
        const other = stored[at] === 'A' ? 'B' : 'A';
        const changed = readPasswordHash(stored.slice(0, at) + other + stored.slice(at + 1));
        expect((await changed?.matches(password)) ?? false).toBe(false);
        const lost = readPasswordHash(stored.slice(0, at) + stored.slice(at + 1));
        expect((await lost?.matches(password)) ?? false).toBe(false);
      }
    },
  );

  it.each(vectors)('the hash of "%s" (%s) with text around it: undefined', (_, stored) => {
    for (const text of [` ${stored}`, `${stored}\n`, `${stored}$`, `${stored}=`, `${stored}!`]) {
      expect(readPasswordHash(text)).toBeUndefined();
    }
  });
});
