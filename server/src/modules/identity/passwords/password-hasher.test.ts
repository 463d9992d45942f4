import { hash as hashArgon2 } from '@node-rs/argon2';
import { describe, expect, it } from 'vitest';
import { type PasswordHash, readPasswordHash } from './password-hash.ts';
import { createPasswordHasher, UnreadableHash } from './password-hasher.ts';

/** Kinds of the hashes that were computed. */
const computed: string[] = [];

function readNoted(stored: string): PasswordHash | undefined {
  const found = readPasswordHash(stored);
  return (
    found && {
      ...found,
      matches: (password) => {
        computed.push(found.kind);
        return found.matches(password);
      },
    }
  );
}

const hashing = { memoryCost: 64, timeCost: 1, parallelism: 1 };
const bcryptHash = '$2b$04$SBVnMK/e6Sw8AcYLF7BCfukRjk6p606mMOu04kMtA1Cxe055ye5IG';
const pbkdf2Hash = `$pbkdf2-sha256$i=1000$c2FsdHNhbHQ=$${Buffer.alloc(32, 1).toString('base64')}`;

describe('createPasswordHasher', () => {
  const hasher = createPasswordHasher(hashing, readNoted);
  const decoys = [bcryptHash, pbkdf2Hash].map(
    (stored) => readPasswordHash(stored)?.toDecoy() ?? '',
  );

  async function kindsOf(stored: string | null | undefined): Promise<string[]> {
    computed.splice(0);
    await hasher.compare(stored, 'a wrong password', decoys).catch((error: unknown) => {
      expect(error).toBeInstanceOf(UnreadableHash);
    });
    return [...computed].sort();
  }

  it('a wrong password: one hash of each kind in use is computed, whatever the account has', async () => {
    const unknown = await kindsOf(undefined);
    expect(unknown).toHaveLength(3);
    const own = await hasher.hash('correct horse');
    for (const stored of [null, own, bcryptHash, pbkdf2Hash, 'damaged']) {
      expect(await kindsOf(stored), String(stored)).toEqual(unknown);
    }
  });

  it('a right password: answers a new hash unless the stored one is as strong as ours', async () => {
    const { renewed } = await hasher.compare(bcryptHash, 'correct horse', decoys);
    expect(renewed).toMatch(/^\$argon2id\$v=19\$m=64,t=1,p=1\$/);
    expect(await hasher.compare(renewed, 'correct horse', decoys)).toEqual({ matches: true });
    const stronger = await hashArgon2('correct horse', { ...hashing, memoryCost: 128 });
    expect(await hasher.compare(stronger, 'correct horse', decoys)).toEqual({ matches: true });
    const weaker = await hashArgon2('correct horse', { ...hashing, memoryCost: 32 });
    expect(await hasher.compare(weaker, 'correct horse', decoys)).toMatchObject({
      matches: true,
      renewed: expect.any(String),
    });
  });
});
