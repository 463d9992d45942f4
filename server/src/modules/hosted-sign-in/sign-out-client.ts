import { compactVerify, createLocalJWKSet } from 'jose';
import { recordAudit } from '../audit/index.ts';
import { type Client, removeSession, signingAlgorithm } from '../identity/index.ts';
import { toUndefined, type UserInfoServices } from './read-user-info.ts';
import { isPostLogoutAddress, type SignInClient } from './sign-in-client.ts';

/** Fields of OpenID Connect's RP-initiated logout. */
export interface SignOutRequest {
  /** An ID token that the client was given; it may have expired. */
  readonly idTokenHint?: string | undefined;
  readonly clientId?: string | undefined;
  readonly postLogoutUri?: string | undefined;
  readonly state?: string | undefined;
}

/** Address to go on to; undefined if the request does not prove whose session is meant, or names a foreign address. */
export async function signOutOfClient(
  request: SignOutRequest,
  client: Client,
  services: UserInfoServices,
): Promise<string | undefined> {
  const hint = request.idTokenHint && (await readHint(request.idTokenHint, services));
  if (!hint || (request.clientId !== undefined && request.clientId !== hint.client.id)) {
    return undefined;
  }
  const { postLogoutUri } = request;
  if (postLogoutUri !== undefined && !isPostLogoutAddress(postLogoutUri, hint.client)) {
    return undefined;
  }

  const { db, clock } = services;
  const at = clock.now();
  await db.transaction().execute(async (tx) => {
    if (await removeSession(tx, { id: hint.sessionId, accountId: hint.uid })) {
      const ids = { actorId: hint.uid, subjectId: hint.sessionId };
      await recordAudit(tx, { action: 'session.ended', ...ids, at, origin: client });
    }
  });
  return postLogoutUri === undefined ? '/signin' : withState(postLogoutUri, request.state);
}

interface Hint {
  readonly uid: string;
  readonly sessionId: string;
  readonly client: SignInClient;
}

async function readHint(
  token: string,
  { clients, idTokens, publicUrl }: UserInfoServices,
): Promise<Hint | undefined> {
  const keys = createLocalJWKSet({ keys: [...(await idTokens.publicKeys())] });
  const options = { algorithms: [signingAlgorithm] };
  const verified = await compactVerify(token, keys, options).catch(toUndefined);
  if (!verified || verified.protectedHeader.typ === 'at+jwt') {
    return undefined;
  }
  const claims: Record<string, unknown> = JSON.parse(new TextDecoder().decode(verified.payload));
  const { iss, aud, sub, sid } = claims;
  const client = clients.find(({ id }) => id === aud);
  return client && iss === publicUrl && typeof sub === 'string' && typeof sid === 'string'
    ? { uid: sub, sessionId: sid, client }
    : undefined;
}

function withState(address: string, state: string | undefined): string {
  const url = new URL(address);
  if (state !== undefined) {
    url.searchParams.set('state', state);
  }
  return url.href;
}
