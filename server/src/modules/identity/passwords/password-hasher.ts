import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import { createBoundedQueue } from '../../../platform/bounded-queue.ts';
import { randomSecret } from '../../../platform/ids.ts';

export interface PasswordHasher {
  /** PHC string; refuses with `server/busy` rather than queueing for more than a second. */
  hash(password: string): Promise<string>;
  /**
   * Takes as long for an unknown account (no hash) as for a wrong password, and answers false. Throws
   * `UnreadableHash`.
   */
  matches(passwordHash: string | null | undefined, password: string): Promise<boolean>;
}

/** The stored hash is of another kind, as after an import of rows, or damaged: no password matches it. */
export class UnreadableHash extends Error {}

const isUnreadable = (error: unknown) => (error as { code?: unknown }).code === 'InvalidArg';

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
export function createPasswordHasher(hashing: PasswordHashing = strongHashing): PasswordHasher {
  const queue = createBoundedQueue({
    places: Math.min(availableParallelism() + 1, poolThreads - 1),
    longestWaitMs: 1_000,
    expectedMs: 20,
  });
  // The hash of a secret that nobody knows, so that unknown accounts take the same time.
  const unknownAccountHash = hash(randomSecret(), hashing);
  return {
    hash: (password) => queue.run(() => hash(password, hashing)),
    async matches(passwordHash, password) {
      const stored = passwordHash ?? (await unknownAccountHash);
      try {
        const same = await queue.run(() => verify(stored, password));
        return same && typeof passwordHash === 'string';
      } catch (error) {
        if (!isUnreadable(error)) {
          throw error;
        }
        const unknown = await unknownAccountHash;
        await queue.run(() => verify(unknown, password));
        throw new UnreadableHash();
      }
    },
  };
}
