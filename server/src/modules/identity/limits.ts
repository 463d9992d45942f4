import { isIPv6 } from 'node:net';
import { toIpAddress } from '../../platform/ip-address.ts';
import type { Bucket } from '../../platform/rate-limits.ts';

const second = 1_000;
const minute = 60 * second;

/**
 * Limits of failed sign-ins to one account: the requester's network first, all networks last. A network's bucket is
 * smaller, so one network cannot empty the account's.
 */
export function signInBuckets(email: string, address: string): Bucket[] {
  const { network, site } = toNetworks(address);
  return [
    { key: `sign-in ${email} ${network}`, burst: 10, everyMs: minute },
    // One IPv6 customer may own a whole /48, with 65536 networks in it.
    ...(site ? [{ key: `sign-in ${email} ${site}`, burst: 30, everyMs: minute }] : []),
    { key: `sign-in network ${network}`, burst: 60, everyMs: 5 * second },
    { key: `sign-in account ${email}`, burst: 100, everyMs: minute },
  ];
}

/** Failed sign-ins from a device on which the account was signed in before; asked instead of all others. */
export const deviceBucket = (mark: string): Bucket => ({
  key: `sign-in device ${mark}`,
  burst: 10,
  everyMs: 30 * second,
});

export const signUpBuckets = (address: string): Bucket[] => [
  { key: `sign-up ${toNetwork(address)}`, burst: 200, everyMs: 10 * second },
];

/** Why somebody has a mail sent. Each reason has buckets of its own, so that one cannot use up another's. */
export type MailReason =
  | 'verification'
  | 'reset'
  | 'address-change'
  | 'invitation'
  | 'sign-in'
  | 'sign-in-link';

export interface MailRequest {
  readonly reason: MailReason;
  readonly recipient: string;
  /** Address of the client that asks. */
  readonly address: string;
}

/** Mails that one network may ask for: not too many, and few to one mailbox. */
export function mailNetworkBuckets({ reason, recipient, address }: MailRequest): Bucket[] {
  const { network, site = network } = toNetworks(address);
  return [
    { key: `mail network ${network}`, burst: 100, everyMs: 20 * second },
    {
      key: `mail ${reason} ${recipient} ${site}`,
      burst: 5,
      everyMs: (reason === 'sign-in-link' ? 30 : 5) * minute,
    },
  ];
}

/** Mails to one mailbox: more and faster than for one network, so that one network alone cannot block them. */
export const mailboxBucket = ({ reason, recipient }: Omit<MailRequest, 'address'>): Bucket => ({
  key: `mail ${reason} ${recipient}`,
  // Links to sign in go to people without an account, too, who may not want any.
  ...(reason === 'sign-in-link'
    ? { burst: 10, everyMs: 15 * minute }
    : { burst: 10, everyMs: 4 * minute }),
});

/** Both, in the order in which they are taken. */
export const mailBuckets = (request: MailRequest): Bucket[] => [
  ...mailNetworkBuckets(request),
  mailboxBucket(request),
];

export const actionCodeBuckets = (address: string): Bucket[] => [
  { key: `action code ${toNetwork(address)}`, burst: 100, everyMs: 5 * second },
];

/** Wrong second factors of one account: fewer from one network, so that it cannot use up what the account has. */
export function factorBuckets(uid: string, address: string): Bucket[] {
  const { network, site } = toNetworks(address);
  return [
    { key: `second factor ${uid} ${network}`, burst: 10, everyMs: 30 * minute },
    ...(site ? [{ key: `second factor ${uid} ${site}`, burst: 20, everyMs: 20 * minute }] : []),
    { key: `second factor ${uid}`, burst: 50, everyMs: 10 * minute },
  ];
}

/** Wrong second factors from a device on which the account was signed in before; asked instead of all others. */
export const deviceFactorBucket = (mark: string): Bucket => ({
  key: `second factor device ${mark}`,
  burst: 10,
  everyMs: 10 * minute,
});

/** Wrong first codes of an app that the person adds. */
export const enrollmentBuckets = (uid: string): Bucket[] => [
  { key: `enrollment ${uid}`, burst: 20, everyMs: minute },
];

/** Sign-ins with passkeys, begun or ended; browsers begin one with each page that could use it. */
export const passkeyBuckets = (address: string): Bucket[] => [
  { key: `passkey ${toNetwork(address)}`, burst: 200, everyMs: 3 * second },
];

export const socialBuckets = (address: string): Bucket[] => [
  { key: `social ${toNetwork(address)}`, burst: 100, everyMs: 5 * second },
];

/** Changes of linked providers of one account, each of which is mailed to its address. */
export const providerChangeBuckets = (uid: string): Bucket[] => [
  { key: `provider change ${uid}`, burst: 20, everyMs: 5 * minute },
];

/** Network that counts as one requester: an IPv4 address, or an IPv6 /64. */
export const toNetwork = (address: string): string => toNetworks(address).network;

interface Networks {
  /** An IPv4 address, or the /64 that one IPv6 customer has at least. */
  readonly network: string;
  /** The IPv6 /48 around it. */
  readonly site?: string;
}

function toNetworks(text: string): Networks {
  const address = toIpAddress(text) ?? text;
  if (!isIPv6(address)) {
    return { network: address };
  }
  const groups = expandHead(address);
  return {
    network: `${groups.join(':')}::/64`,
    site: `${groups.slice(0, 3).join(':')}::/48`,
  };
}

/** The first four groups. */
function expandHead(address: string): string[] {
  const [head = '', tail] = address.toLowerCase().split('::');
  const groups = head === '' ? [] : head.split(':');
  const missing =
    tail === undefined ? 0 : 8 - groups.length - tail.split(':').filter(Boolean).length;
  const full = [...groups, ...Array<string>(missing).fill('0'), ...(tail ? tail.split(':') : [])];
  return full.slice(0, 4);
}
