import { timingSafeEqual } from 'node:crypto';
import * as contract from '@hearth/contract';
import { secretHash } from '../../platform/ids.ts';
import { refuseUnless } from '../../platform/refusal.ts';
import { recordAudit } from '../audit/index.ts';
import { type Caller, lockCaller, operationsOf, type Services } from '../identity/index.ts';
import { toFactors } from './claims.ts';
import { answerInteraction, findRow, type StoredRow } from './hosted-sign-in-store.ts';

const { change } = operationsOf<Services>();

/** Says to the sign-in that a front end began who is signed in here. */
export const finishInteraction = change(contract.finishInteraction, async ({ id }, context) => {
  const { tx, caller, clock, client } = context;
  await lockCaller(tx, context);
  const at = clock.now();
  const row = await findRow(tx, { model: 'Interaction', id, at });
  // In another browser a link would sign its sender in as the person who opens it.
  refuseUnless(row && isSameBrowser(row, client.browserSecret), 'interaction/unknown');
  refuseUnless(isRecentEnough(caller, row, at), 'auth/requires-recent-login');

  const { uid: accountId, signedInAt } = caller;
  const login = { accountId, ts: toSeconds(signedInAt), remember: false, ...toFactors(caller) };
  const result = { login, consent: {}, hearth: { sessionId: caller.sessionId } };
  await answerInteraction(tx, { id, result });
  await recordAudit(tx, {
    action: 'session.handed-on',
    actorId: caller.uid,
    subjectId: caller.sessionId,
    at,
    origin: client,
  });
  return { return_to: `/oauth/authorize/${id}` };
});

function isSameBrowser({ browserHash }: StoredRow, secret: string | undefined): boolean {
  return (
    browserHash !== null && secret !== undefined && timingSafeEqual(browserHash, secretHash(secret))
  );
}

/** `prompt=login` asks for a sign-in since the client began, `max_age` for one of the last seconds. */
function isRecentEnough({ signedInAt }: Caller, { payload, createdAt }: StoredRow, at: Date) {
  const { prompt = '', max_age: maxAge } = (payload.params ?? {}) as Record<string, unknown>;
  const asksAgain = String(prompt).split(' ').includes('login');
  const ageMs = at.getTime() - signedInAt.getTime();
  const isYoung = maxAge === undefined || ageMs <= Number(maxAge) * 1000;
  return signedInAt >= createdAt || (isYoung && !asksAgain);
}

function toSeconds(instant: Date): number {
  return Math.floor(instant.getTime() / 1000);
}
