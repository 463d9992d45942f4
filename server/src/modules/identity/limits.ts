import { isIPv6 } from 'node:net';
import type { Bucket } from '../../platform/rate-limits.ts';

const second = 1_000;
const minute = 60 * second;

/** Failed sign-ins: from a device that the person has used before only that device's own count. */
export function signInBuckets({ email, address, knownDevice }: SignInAttempt): Bucket[] {
  if (knownDevice) {
    return [{ key: `sign-in device ${email}`, burst: 10, everyMs: 30 * second }];
  }
  const network = toNetwork(address);
  return [
    // No faster than the account's own bucket fills, so that one network cannot keep that one empty.
    { key: `sign-in ${email} ${network}`, burst: 10, everyMs: minute },
    { key: `sign-in network ${network}`, burst: 60, everyMs: 5 * second },
  ];
}

export interface SignInAttempt {
  readonly email: string;
  readonly address: string;
  /** The browser holds the mark of an earlier sign-in to this account. */
  readonly knownDevice: boolean;
}

/** Failed sign-ins to one account from anywhere; waived for networks that it is signed in from. */
export const accountBucket = (email: string): Bucket => ({
  key: `sign-in account ${email}`,
  burst: 100,
  everyMs: minute,
});

export const signUpBuckets = (address: string): Bucket[] => [
  { key: `sign-up ${toNetwork(address)}`, burst: 200, everyMs: 10 * second },
];

/** Mails that anybody can ask for: few to one mailbox, not too many from one network. */
export const mailBuckets = (recipient: string, address: string): Bucket[] => [
  { key: `mail ${recipient}`, burst: 5, everyMs: 5 * minute },
  { key: `mail network ${toNetwork(address)}`, burst: 100, everyMs: 20 * second },
];

export const actionCodeBuckets = (address: string): Bucket[] => [
  { key: `action code ${toNetwork(address)}`, burst: 100, everyMs: 5 * second },
];

export const socialBuckets = (address: string): Bucket[] => [
  { key: `social ${toNetwork(address)}`, burst: 100, everyMs: 5 * second },
];

/** One IPv6 customer has a whole /64, so its addresses count as one. */
function toNetwork(address: string): string {
  if (!isIPv6(address)) {
    return address;
  }
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  return mapped ?? `${expandHead(address)}::/64`;
}

function expandHead(address: string): string {
  const [head = '', tail] = address.toLowerCase().split('::');
  const groups = head === '' ? [] : head.split(':');
  const missing =
    tail === undefined ? 0 : 8 - groups.length - tail.split(':').filter(Boolean).length;
  const full = [...groups, ...Array<string>(missing).fill('0'), ...(tail ? tail.split(':') : [])];
  return full.slice(0, 4).join(':');
}
