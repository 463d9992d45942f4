import { isDeepStrictEqual } from 'node:util';
import { refuseUnless } from '../../../platform/refusal.ts';
import type { Transaction } from '../../../platform/transaction.ts';
import { type Act, findAct, findNewestNumber, insertAct, type NumberedAct } from './act-store.ts';

interface RequestedAct {
  readonly act: Act;
  /** Number of the newest act that the operator was shown. */
  readonly seen: number;
  readonly at: Date;
}

/**
 * Does an act once: the same `seen` again gets the first result. Refuses an operator who missed the newest act. Needs
 * the subject's lock. `work` answers what is noted of it.
 */
export async function actOnce(
  tx: Transaction,
  { act, seen, at }: RequestedAct,
  work: () => Promise<Pick<NumberedAct, 'intentId' | 'isWaiting' | 'worth'>>,
): Promise<NumberedAct> {
  const number = seen + 1;
  const earlier = await findAct(tx, { subjectId: act.subjectId, number });
  if (earlier) {
    refuseUnless(isSame(earlier, act), 'operator/acted-meanwhile');
    return earlier;
  }
  const newest = await findNewestNumber(tx, act.subjectId);
  refuseUnless(newest === seen, 'operator/acted-meanwhile');
  const begun = { ...act, number, ...(await work()), at };
  await insertAct(tx, begun);
  return begun;
}

function isSame(earlier: Act, asked: Act): boolean {
  const { subjectId, act, details, reason, operatorId } = earlier;
  return isDeepStrictEqual({ subjectId, act, details, reason, operatorId }, asked);
}
