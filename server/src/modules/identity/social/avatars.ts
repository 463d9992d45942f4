import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/transaction.ts';
import { claimFetch, findAvatar, keepPicture, type Picture } from './avatar-store.ts';

/** Pictures that accounts took over from their providers. */
export interface Avatars {
  /** Undefined for an unknown id, and while the provider has no picture to give. */
  find(id: string): Promise<Picture | undefined>;
}

/** Gets a picture from elsewhere, or nothing; never throws for what the other side does. */
export type FetchPicture = (url: string) => Promise<Picture | undefined>;

/** A picture that could not be had is asked for again after this. */
const retryMs = 10 * 60_000;

export function createAvatars({
  db,
  clock,
  fetchPicture,
}: {
  readonly db: Database;
  readonly clock: Clock;
  readonly fetchPicture: FetchPicture;
}): Avatars {
  return {
    /** Fetched when it is first looked at, and only once for parallel requests. */
    async find(id) {
      const kept = await findAvatar(db, id);
      if (!kept || kept.picture) {
        return kept?.picture;
      }
      const at = clock.now();
      const retryFrom = new Date(at.getTime() - retryMs);
      if (!(await claimFetch(db, { id, at, retryFrom }))) {
        return undefined;
      }
      const picture = await fetchPicture(kept.sourceUrl);
      if (picture) {
        await keepPicture(db, id, picture);
      }
      return picture;
    },
  };
}
