import type { InputOf, signInWithIdp } from '@hearth/contract';
import { refuse, refuseIf, refuseUnless } from '../../../platform/refusal.ts';
import type { Database } from '../../../platform/transaction.ts';
import type { IdentityServices } from '../operation.ts';
import type { Caller } from '../sessions/caller.ts';
import { toFlow } from './flow.ts';
import { takeFlow } from './flow-store.ts';
import type { ConfirmedIdentity } from './provider.ts';

type Input = InputOf<typeof signInWithIdp>;
type ConfirmingServices = Pick<IdentityServices, 'clock' | 'site' | 'social'> & {
  readonly db: Database;
};

/** Identity of the SDK's credential, which the SDK got from the provider itself. */
export async function confirmCredential(
  postBody: string,
  { social }: ConfirmingServices,
): Promise<ConfirmedIdentity> {
  const form = new URLSearchParams(postBody);
  const provider = social.require(form.get('providerId') ?? undefined);
  return await provider.verify({
    idToken: form.get('id_token') ?? undefined,
    accessToken: form.get('access_token') ?? undefined,
    nonce: form.get('nonce') ?? undefined,
  });
}

/** The person with whom the provider led back to our page; works once, for the client that began. */
export async function confirmAnswer(
  answer: URLSearchParams,
  { sessionId }: Input,
  { db, clock, site, social, caller }: ConfirmingServices & { readonly caller: Caller | undefined },
): Promise<ConfirmedIdentity> {
  const state = answer.get('state');
  refuseUnless(state && sessionId, 'auth/invalid-nonce');
  const flow = await takeFlow(db, { state, binding: sessionId, at: clock.now() });
  refuseUnless(flow, 'auth/invalid-nonce');
  // A flow that began as a linking signs nobody in, and links no other account that was opened in this browser meanwhile.
  const isAnothers = flow.accountId !== null && flow.accountId !== caller?.uid;
  refuseIf(isAnothers, 'auth/invalid-nonce');
  refuseProviderError(answer.get('error'));
  const { publicUrl } = site;
  return await social
    .require(flow.provider)
    .redeem(answer, toFlow({ state, binding: sessionId, publicUrl }));
}

/** Error codes of providers when the person canceled. */
const cancelled: readonly string[] = [
  'access_denied',
  'user_cancelled_authorize',
  'consent_required',
];

function refuseProviderError(error: string | null): void {
  if (error !== null) {
    refuse(cancelled.includes(error) ? 'auth/sign-in-cancelled' : 'auth/invalid-provider-answer');
  }
}
