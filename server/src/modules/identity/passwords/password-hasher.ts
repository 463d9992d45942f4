import { availableParallelism } from 'node:os';
import { hash } from '@node-rs/argon2';
import { createBoundedQueue } from '../../../platform/bounded-queue.ts';
import { randomSecret } from '../../../platform/ids.ts';
import { type PasswordHash, readPasswordHash } from './password-hash.ts';

export interface PasswordHasher {
  /** PHC string; refuses with `server/busy` rather than queueing for more than a second. */
  hash(password: string): Promise<string>;
  /**
   * A failure takes equally long for each account, and for an unknown one (no hash): one hash of each kind in use is
   * computed, which the decoys name. Throws `UnreadableHash`.
   */
  compare(
    passwordHash: string | null | undefined,
    password: string,
    decoys?: readonly string[],
  ): Promise<Comparison>;
}

export interface Comparison {
  readonly matches: boolean;
  /** Hash to store from now on: the password is right, and its stored hash is weaker than those made here. */
  readonly renewed?: string;
}

/** The stored hash is damaged or of no known form: no password matches it. */
export class UnreadableHash extends Error {}

/** Parameters of argon2id; memory in KiB. */
export interface PasswordHashing {
  readonly memoryCost: number;
  readonly timeCost: number;
  readonly parallelism: number;
}

/** Parameters that OWASP recommends. */
export const strongHashing: PasswordHashing = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Threads of libuv's pool, which hashing shares with files and signatures. */
const poolThreads = 4;

/**
 * One hash more than there are cores, so that no core idles while the next one is handed over (decision 009). One thread
 * stays free for other work.
 */
export function createPasswordHasher(
  hashing: PasswordHashing = strongHashing,
  readHash = readPasswordHash,
): PasswordHasher {
  const queue = createBoundedQueue({
    places: Math.min(availableParallelism() + 1, poolThreads - 1),
    longestWaitMs: 1_000,
    expectedMs: 20,
  });
  // The hash of a secret that nobody knows, so that unknown accounts take the same time.
  const unknownAccountHash = hash(randomSecret(), hashing);
  const read = (stored: string): PasswordHash => {
    const found = readHash(stored);
    if (!found) {
      throw new UnreadableHash();
    }
    return found;
  };
  return {
    hash: (password) => queue.run(() => hash(password, hashing)),
    async compare(passwordHash, password, decoys = []) {
      const unknown = read(await unknownAccountHash);
      const stored = typeof passwordHash === 'string' ? passwordHash : undefined;
      const own = stored === undefined ? undefined : readHash(stored);
      const compared = await queue.run(async (): Promise<Comparison> => {
        if (stored !== undefined && (await own?.matches(password))) {
          return isWeaker(stored, hashing)
            ? { matches: true, renewed: await hash(password, hashing) }
            : { matches: true };
        }
        const kinds = new Map([unknown, ...decoys.map(read)].map((each) => [each.kind, each]));
        kinds.delete(own?.kind ?? '');
        for (const other of kinds.values()) {
          await other.matches(password);
        }
        return { matches: false };
      });
      if (stored !== undefined && !own) {
        throw new UnreadableHash();
      }
      return compared;
    },
  };
}

const argon2idCost = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),/;

/** An argon2id of more memory and at least as much work stays, so that no hash is made weaker. */
function isWeaker(passwordHash: string, { memoryCost, timeCost }: PasswordHashing): boolean {
  const [, memory, passes] = argon2idCost.exec(passwordHash) ?? [];
  return !(
    Number(memory) >= memoryCost && Number(memory) * Number(passes) >= memoryCost * timeCost
  );
}
