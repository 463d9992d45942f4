import { createSubscription } from './billing/create-subscription.ts';
import { getUser } from './identity/get-user.ts';
import { lookup } from './identity/lookup.ts';
import { signInWithPassword } from './identity/sign-in-with-password.ts';
import { signOut } from './identity/sign-out.ts';
import { signUp } from './identity/sign-up.ts';
import { token } from './identity/token.ts';
import { updateUser } from './identity/update-user.ts';
import { getSubscription } from './subscriptions/get-subscription.ts';
import { listSubscriptions } from './subscriptions/list-subscriptions.ts';
import { updateSubscription } from './subscriptions/update-subscription.ts';

/** Every endpoint, callable and document, by name. */
export const wire = {
  identity: { signUp, signInWithPassword, lookup, token, signOut },
  callables: { createSubscription },
  documents: { getUser, updateUser, listSubscriptions, getSubscription, updateSubscription },
} as const;

export type IdentityName = keyof typeof wire.identity;
export type CallableName = keyof typeof wire.callables;
export type DocumentName = keyof typeof wire.documents;

/** Header by which our web asks for a cookie session, with the value `cookie`. */
export const sessionHeader = 'x-hearth-session';
