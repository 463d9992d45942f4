import { operatorRows } from './operator-rows.ts';

/** Callers that each route lets in, written down apart from the product, with a harmless input for each. */

export const roles = [
  'anonymous',
  'stranger',
  'invited',
  'member',
  'editor',
  'admin',
  'owner',
  'former member',
] as const;

export type Role = (typeof roles)[number];

export const statuses = ['active', 'canceled', 'incomplete', 'unpaid'] as const;
export type Status = (typeof statuses)[number];

/** The caller's own, somebody else's, and one that does not exist. */
export const places = ['own', 'foreign', 'unknown'] as const;
export type PlaceName = (typeof places)[number];

/** Ids that a call may name. */
export interface Place {
  readonly subscriptionId: string;
  /** Pending, to `invited`. */
  readonly inviteId: string;
  /** An invite of that person too, but revoked. */
  readonly revokedInviteId: string;
  readonly uid: string;
  readonly sessionId: string;
}

export type Who =
  | 'anyone'
  | 'signedIn'
  | 'self'
  | 'operator'
  | 'invitee'
  | 'member'
  | 'adminLevel'
  | 'adminLevelEvenUnpaid'
  | 'adminLevelOrSelf'
  | 'owner';

export interface Row {
  readonly who: Who;
  /** Let in, it is refused for a reason of its own, or only reads; so the world stays as it is. */
  input(place: Place): object;
  /** It names something that may be foreign or unknown, which must not be told apart. */
  readonly names?: true;
  /** A holder of the link may see that its invite is there; only unknown ones are denied. */
  readonly openToLinks?: true;
}

const nothing = () => ({});
const subscription = ({ subscriptionId }: Place) => ({ subscriptionId });
const page = ({ subscriptionId }: Place) => ({ subscriptionId, page: 1, pageSize: 10 });
const user = ({ uid }: Place) => ({ uid });
const session = ({ sessionId }: Place) => ({ id: sessionId });
const unknownInvite = (place: Place) => ({ ...subscription(place), inviteId: 'unknown' });
const unknownUser = (place: Place) => ({ ...subscription(place), userId: 'nobody' });
const spentInvite = ({ revokedInviteId }: Place) => ({ inviteId: revokedInviteId });
const badPermissions = ['no-such-key'];
const planChange = (place: Place) => ({ ...subscription(place), planId: 'no-such-plan' });
const card = (place: Place) => ({ ...subscription(place), paymentMethodId: 'pm_no_such_card' });
const noAddress = { line1: '', city: '', state: '', postal_code: '', country: '' };

const madePasskey = {
  id: 'none',
  rawId: 'none',
  type: 'public-key',
  response: { clientDataJSON: 'none', attestationObject: 'none' },
};

export const table: Readonly<Record<string, Row>> = {
  signUp: { who: 'anyone', input: nothing },
  signInWithPassword: { who: 'anyone', input: nothing },
  signInWithEmailLink: { who: 'anyone', input: nothing },
  startMfaEnrollment: { who: 'signedIn', input: nothing },
  finalizeMfaEnrollment: { who: 'signedIn', input: nothing },
  withdrawMfaEnrollment: { who: 'signedIn', input: nothing },
  finalizeMfaSignIn: { who: 'anyone', input: nothing },
  startPasskeySignIn: { who: 'anyone', input: nothing },
  signInWithPasskey: { who: 'anyone', input: nothing },
  lookup: { who: 'signedIn', input: nothing },
  update: { who: 'anyone', input: () => ({ oobCode: 'no-such-code' }) },
  // The sign-in of everybody here is too long ago.
  deleteAccount: { who: 'signedIn', input: nothing },
  getSessionEnd: { who: 'anyone', input: nothing },
  disownAccount: { who: 'anyone', input: () => ({ oobCode: 'no-such-code' }) },
  resetPassword: { who: 'anyone', input: nothing },
  sendOobCode: { who: 'anyone', input: nothing },
  createAuthUri: { who: 'anyone', input: nothing },
  signInWithIdp: { who: 'anyone', input: nothing },
  revokeToken: {
    who: 'signedIn',
    input: () => ({ providerId: 'none', tokenType: 'CODE', token: 'x' }),
  },
  token: { who: 'anyone', input: nothing },
  signOut: { who: 'anyone', input: () => ({ refreshToken: 'none' }) },
  recaptchaConfig: { who: 'anyone', input: nothing },
  passwordPolicy: { who: 'anyone', input: nothing },
  getProjectConfig: { who: 'anyone', input: nothing },

  // The sign-in of everybody here is too long ago.
  startPasskey: { who: 'signedIn', input: nothing },
  finishPasskey: { who: 'signedIn', input: () => ({ credential: madePasskey }) },
  renamePasskey: { who: 'signedIn', input: () => ({ id: 'no-such-passkey', name: '' }) },
  removePasskey: { who: 'signedIn', input: () => ({ id: 'no-such-passkey' }) },
  createSubscription: { who: 'signedIn', input: () => ({ planId: 'no-such-plan' }) },
  previewPurchase: { who: 'signedIn', input: () => ({ planId: 'no-such-plan' }) },
  changeSubscriptionPlan: { who: 'owner', input: planChange, names: true },
  previewPlanChange: { who: 'owner', input: planChange, names: true },
  previewCancellation: { who: 'owner', input: subscription, names: true },
  cancelSubscription: {
    who: 'owner',
    input: (place) => ({ ...subscription(place), confirmationId: 'mistyped' }),
    names: true,
  },
  undoPlanChange: { who: 'owner', input: subscription, names: true },
  resumeSubscription: { who: 'owner', input: subscription, names: true },
  resumePayment: { who: 'owner', input: subscription, names: true },
  // Ends an incomplete one, which the next test sets right.
  abandonSubscription: { who: 'owner', input: subscription, names: true },
  getPaymentMethods: { who: 'owner', input: subscription, names: true },
  // Leaves a customer without a card at the sandbox.
  createSetupIntent: { who: 'owner', input: subscription, names: true },
  setDefaultPaymentMethod: { who: 'owner', input: card, names: true },
  deletePaymentMethod: { who: 'owner', input: card, names: true },
  getBillingDetails: { who: 'owner', input: subscription, names: true },
  updateBillingDetails: {
    who: 'owner',
    input: (place) => ({ ...subscription(place), name: '', phone: '', address: noAddress }),
    names: true,
  },
  getBillingSummary: { who: 'member', input: subscription, names: true },
  getSpending: { who: 'member', input: subscription, names: true },
  // Refuses the old sign-in, too.
  transferSubscriptionOwnership: {
    who: 'owner',
    input: (place) => ({ ...subscription(place), newOwnerId: 'nobody' }),
    names: true,
  },
  getActivity: { who: 'adminLevel', input: page, names: true },
  getSubscriptionUsers: { who: 'adminLevel', input: page, names: true },
  updateUserPermissions: {
    who: 'adminLevel',
    input: (place) => ({ ...subscription(place), userId: place.uid, permissions: badPermissions }),
    names: true,
  },
  removeUser: { who: 'adminLevel', input: unknownUser, names: true },
  createInvite: {
    who: 'adminLevel',
    input: (place) => ({
      ...subscription(place),
      email: 'somebody@example.com',
      permissions: badPermissions,
    }),
    names: true,
  },
  getInvite: {
    who: 'anyone',
    input: ({ inviteId }) => ({ inviteId }),
    names: true,
    openToLinks: true,
  },
  acceptInvite: { who: 'invitee', input: spentInvite, names: true },
  rejectInvite: { who: 'invitee', input: spentInvite, names: true },
  revokeInvite: { who: 'adminLevel', input: unknownInvite, names: true },
  resendInvite: { who: 'adminLevel', input: unknownInvite, names: true },
  undoRemoveUser: { who: 'adminLevel', input: unknownUser, names: true },
  undoRevokeInvite: { who: 'adminLevel', input: unknownInvite, names: true },
  undoRejectInvite: { who: 'invitee', input: spentInvite, names: true },

  getUser: { who: 'self', input: user, names: true },
  updateUser: {
    who: 'self',
    input: (place) => ({ ...user(place), display_name: 'x'.repeat(300) }),
    names: true,
  },
  getSignInMethods: { who: 'signedIn', input: nothing },
  // The sign-in of everybody here is too long ago.
  renewRecoveryCodes: { who: 'signedIn', input: nothing },
  listSessions: { who: 'signedIn', input: nothing },
  // An old sign-in is refused before anybody looks whose session it is.
  endSession: { who: 'signedIn', input: session, names: true },
  endOtherSessions: { who: 'signedIn', input: nothing },
  listSubscriptions: { who: 'signedIn', input: nothing },
  getSubscription: { who: 'member', input: subscription, names: true },
  updateSubscription: {
    who: 'adminLevel',
    input: (place) => ({ ...subscription(place), settings: { name: '  ' } }),
    names: true,
  },
  listInvites: { who: 'signedIn', input: nothing },
  listInvoices: { who: 'member', input: subscription, names: true },
  ...operatorRows,
  endView: { who: 'anyone', input: () => ({ token: 'view_unknown' }) },
  finishInteraction: { who: 'signedIn', input: () => ({ id: 'no-such-interaction' }) },
  getInvoiceLink: {
    who: 'adminLevelEvenUnpaid',
    input: (place) => ({ ...subscription(place), invoiceId: 'in_unknown' }),
    names: true,
  },
};

/** Besides the rows above: members may remove themselves, which the test takes back. */
export const leaving: Row = {
  who: 'adminLevelOrSelf',
  input: ({ subscriptionId, uid }) => ({ subscriptionId, userId: uid }),
};

export interface Cell {
  readonly row: Row;
  readonly role: Role;
  readonly status: Status;
  readonly place: PlaceName;
}

/** `in`, or the code of the refusal. */
export function expectedVerdict({ row, role, status, place }: Cell): string {
  if (row.openToLinks) {
    return place === 'unknown' ? 'access/denied' : 'in';
  }
  if (row.who === 'anyone') {
    return 'in';
  }
  if (row.who === 'operator') {
    return 'request/unknown-path';
  }
  if (role === 'anonymous') {
    return 'signed out';
  }
  if (row.who === 'signedIn') {
    return 'in';
  }
  return place === 'own' ? verdictAtHome({ row, role, status }) : 'access/denied';
}

function verdictAtHome({ row, role, status }: Omit<Cell, 'place'>): string {
  switch (row.who) {
    case 'invitee':
      return role === 'invited' ? 'in' : 'access/denied';
    case 'member':
    case 'adminLevelOrSelf':
      return sees(role, status) ? 'in' : 'access/denied';
    case 'adminLevel':
    case 'adminLevelEvenUnpaid':
      return isAdmin(role) && sees(role, status) ? verdictOfWork(row, status) : 'access/denied';
    case 'owner':
      return role === 'owner' ? 'in' : ownerOnly(sees(role, status));
    default:
      return 'in';
  }
}

function isAdmin(role: Role): boolean {
  return role === 'admin' || role === 'owner';
}

/** An unpaid one is there to be looked at, left and paid for. */
function verdictOfWork({ who }: Row, status: Status): string {
  return status === 'unpaid' && who === 'adminLevel' ? 'subscription/unpaid' : 'in';
}

/** An incomplete one is its owner's alone. */
function sees(role: Role, status: Status): boolean {
  const belongs = ['member', 'editor', 'admin', 'owner'].includes(role);
  return belongs && (status !== 'incomplete' || role === 'owner');
}

const ownerOnly = (isSeen: boolean) => (isSeen ? 'access/owner-only' : 'access/denied');
