import type { ContentOf, HearthContent, HearthKind } from '../../src/modules/mail/kinds/index.ts';

export const link = 'https://hearth.example/auth/action?mode=verifyEmail&oobCode=abc&lang=en';
export const name = 'Ada Lovelace';
export const newEmail = 'new@example.com';
export const subscriptionName = 'Analytical Engine';
export const memberEmail = 'grace@example.com';
const permissions = ['Access', 'Editor'];
const about = { name, subscriptionName, link };
const google = { provider: 'google.com', providerEmail: 'ada@gmail.com' };
const usd = (amount: number) => ({ amount, currency: 'usd' });
const owed = usd(1_234_500);
const card = { brand: 'visa', last4: '4242' };
export const invoiceLink = 'https://pay.example/invoices/i?secret=1&print=0';
const leapDay = '2028-02-29T23:59:59.999Z';

export const contents: { readonly [Kind in HearthKind]: ContentOf<Kind> } = {
  'verify-email': { kind: 'verify-email', name, link },
  'reset-password': { kind: 'reset-password', name, link },
  'sign-in-link': { kind: 'sign-in-link', name, link, code: '012345' },
  'verify-and-change-email': { kind: 'verify-and-change-email', name, newEmail, link },
  'recover-email': { kind: 'recover-email', name, newEmail, link },
  'confirm-email-change': { kind: 'confirm-email-change', name, link },
  'email-change-planned': { kind: 'email-change-planned', name, newEmail, link },
  'email-changed': { kind: 'email-changed', name },
  'revert-verification': { kind: 'revert-verification', name, link },
  'account-recovered': { kind: 'account-recovered', name, oldEmail: newEmail, link },
  'password-changed': { kind: 'password-changed', name, providers: ['google.com', 'github.com'] },
  'password-removed': { kind: 'password-removed', name },
  'provider-linked': { kind: 'provider-linked', name, ...google, link },
  'provider-unlinked': { kind: 'provider-unlinked', name, ...google, link },
  'factors-changed': { kind: 'factors-changed', name, change: 'added', link },
  'authenticator-removed': { kind: 'authenticator-removed', name },
  'passkey-removed': { kind: 'passkey-removed', name },
  'deletion-planned': { kind: 'deletion-planned', name, link, deletesAt: leapDay },
  'account-deleted': { kind: 'account-deleted', name },
  'account-viewed': { kind: 'account-viewed', name, reason: 'Ticket 12' },
  'account-invitation': { kind: 'account-invitation', name, link },
  'account-unused': { kind: 'account-unused', name, link, days: 7 },
  invitation: { kind: 'invitation', ...about, hostName: 'Charles Babbage' },
  'invite-accepted': {
    kind: 'invite-accepted',
    ...about,
    memberName: 'Grace Hopper',
    memberEmail,
  },
  'member-removed': { kind: 'member-removed', name, subscriptionName },
  'member-viewed': {
    kind: 'member-viewed',
    name,
    memberName: 'Charles Babbage',
    memberEmail,
    reason: 'Ticket 12',
  },
  'permissions-changed': {
    kind: 'permissions-changed',
    ...about,
    subscriptionId: 's1',
    permissions,
  },
  'ownership-given': {
    kind: 'ownership-given',
    ...about,
    otherName: 'Mary Somerville',
    handedBy: 'owner',
  },
  'ownership-received': {
    kind: 'ownership-received',
    ...about,
    otherName: 'Mary Somerville',
    handedBy: 'owner',
  },
  'ownership-frozen': {
    kind: 'ownership-frozen',
    name,
    projects: [subscriptionName],
    reason: 'given-away',
    isOwner: true,
  },
  'ownership-settled': { kind: 'ownership-settled', name, subscriptionName, isOwner: true },
  'joined-meanwhile': { kind: 'joined-meanwhile', name, joined: [memberEmail, newEmail] },
  'ownership-claimed': {
    kind: 'ownership-claimed',
    name,
    accountId: 'u1',
    claimant: memberEmail,
    reason: 'contested',
    projects: ['s1', 's2'],
  },
  'webhook-endpoint-off': {
    kind: 'webhook-endpoint-off',
    name,
    host: 'backend.example:8443',
    reason: 'failing',
    link,
  },
  'payment-disputed': {
    kind: 'payment-disputed',
    name,
    subscriptionId: 's1',
    number: 'EDC-0042',
    amount: { amount: 1_000, currency: 'usd' },
  },
  receipt: {
    kind: 'receipt',
    ...about,
    number: 'EDC-0042',
    issuedAt: leapDay,
    plan: 'Pro',
    frequency: null,
    total: owed,
    subtotal: null,
    discount: null,
    tax: null,
    fromCredit: usd(234_500),
    credited: usd(0),
    charged: usd(1_000_000),
    isPaidOutside: false,
    card,
    invoiceLink,
  },
  refund: { kind: 'refund', ...about, number: 'EDC-0042', amount: owed },
  'refund-failed': { kind: 'refund-failed', ...about, number: null, amount: owed },
  'credit-note': { kind: 'credit-note', ...about, number: 'EDC-0042', amount: owed },
  'payment-failed': {
    kind: 'payment-failed',
    ...about,
    owed,
    card,
    retryAt: leapDay,
    isUncollectible: false,
  },
  'authentication-needed': { kind: 'authentication-needed', ...about, owed },
  'subscription-unpaid': { kind: 'subscription-unpaid', ...about, owed },
  'card-missing': { kind: 'card-missing', ...about, neededAt: leapDay },
  'renewal-ahead': {
    kind: 'renewal-ahead',
    ...about,
    plan: 'Pro',
    total: owed,
    chargeAt: leapDay,
    card,
  },
  'free-time': { kind: 'free-time', ...about, freeUntil: leapDay, plan: null },
  'trial-started': {
    kind: 'trial-started',
    ...about,
    plan: 'Pro',
    frequency: 'month',
    total: owed,
    trialEnd: leapDay,
    card,
  },
  'trial-ending': {
    kind: 'trial-ending',
    ...about,
    plan: 'Pro',
    total: owed,
    trialEnd: leapDay,
    card,
  },
  'card-expiring': {
    kind: 'card-expiring',
    ...about,
    total: owed,
    chargeAt: leapDay,
    card: { ...card, expMonth: 1, expYear: 2028, hasExpired: false },
  },
  'subscription-ending': { kind: 'subscription-ending', ...about, endsAt: leapDay },
  'subscription-resumed': { kind: 'subscription-resumed', ...about, renewsAt: leapDay },
  'plan-change-scheduled': {
    kind: 'plan-change-scheduled',
    ...about,
    plan: 'Pro',
    frequency: 'month',
    takesEffectAt: leapDay,
    next: { amount: 4_000, currency: 'usd' },
  },
  'plan-change-undone': { kind: 'plan-change-undone', ...about, plan: 'Enterprise' },
  'subscription-canceled': { kind: 'subscription-canceled', ...about, canceledBy: 'owner' },
  'plan-changed': {
    kind: 'plan-changed',
    ...about,
    from: 'Pro',
    to: 'Enterprise',
    frequency: { from: null, to: null },
    cost: { charged: usd(1_429), credit: usd(286) },
    next: { total: owed, at: leapDay },
    trialEnd: null,
  },
};

/** The content with this in place of every name that somebody typed. */
export function withNames(content: HearthContent, typed: string): HearthContent {
  const fields = Object.entries(content);
  return Object.fromEntries(
    fields.map(([field, value]) => [field, field.toLowerCase().endsWith('name') ? typed : value]),
  ) as HearthContent;
}
