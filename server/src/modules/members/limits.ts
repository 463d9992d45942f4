import type { Bucket } from '../../platform/rate-limits.ts';
import { mailBuckets } from '../identity/index.ts';

/** Invites are mails that one person has sent to addresses of others. */
export const inviteBuckets = (uid: string, recipient: string, address: string): Bucket[] => [
  { key: `invite ${uid}`, burst: 100, everyMs: 60_000 },
  ...mailBuckets({ reason: 'invitation', recipient, address }),
];
