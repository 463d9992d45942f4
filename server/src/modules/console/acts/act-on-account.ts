import * as contract from '@hearth/contract';
import { refuse, refuseIf, refuseUnless } from '../../../platform/refusal.ts';
import type { Database, Transaction } from '../../../platform/transaction.ts';
import {
  accountOperations,
  commandLine,
  findAccountById,
  lockAccountIfAny,
  type Operating,
} from '../../identity/index.ts';
import { type ConsoleServices, change } from '../operation.ts';
import { findRole } from '../roles/require-operator.ts';
import { findNewestNumber } from './act-store.ts';
import { actOnce } from './once.ts';

type Input = contract.InputOf<typeof contract.actOnAccount>;

/** Does one of the acts on a person, once. Those that decide who gets into an account are never done to operators. */
export const actOnAccount = change(contract.actOnAccount, async (input, context) => {
  const { tx, operator } = context;
  const right = contract.accountActRights[input.act];
  refuseUnless(contract.mayOperate(operator.role, right), 'access/denied');
  if (right === 'admin') {
    await refuseOperators(tx, input.uid, context);
  }
  const { number } = await act(tx, input, { ...context, actorId: operator.uid });
  return { number, state: 'done' as const };
});

async function refuseOperators(
  tx: Transaction,
  uid: string,
  context: Pick<ConsoleServices, 'operators'>,
): Promise<void> {
  const account = (await findAccountById(tx, uid)) ?? refuse('account/unknown');
  const role = await findRole(tx, { uid, ...account }, context);
  refuseIf(role !== undefined, 'operator/is-operator');
}

/** Answers the act, and how many sessions or second factors it ended; 0 if it was done before. */
async function act(
  tx: Transaction,
  { uid, act, reason, seen }: Input,
  operating: Operating,
): Promise<{ readonly number: number; readonly ended: number }> {
  const account = (await lockAccountIfAny(tx, uid)) ?? refuse('account/unknown');
  let ended = 0;
  const asked = { subjectId: uid, act, details: {}, reason, operatorId: operating.actorId };
  const at = operating.clock.now();
  const begun = await actOnce(tx, { act: asked, seen, at }, async () => {
    if (act !== 'note') {
      ended = await accountOperations[act](tx, account, operating);
    }
    return { intentId: null, isWaiting: false };
  });
  return { number: begun.number, ended };
}

type ByCommand = Pick<Operating, 'clock' | 'mails' | 'site'> & { readonly db: Database };

/** The same act by the command line, which is asked for once by whoever types it. Answers how many sessions or second factors it ended. */
export async function actByCommand(
  { uid, act: name }: Pick<Input, 'uid' | 'act'>,
  { db, ...services }: ByCommand,
): Promise<number> {
  return await db.transaction().execute(async (tx) => {
    await lockAccountIfAny(tx, uid);
    const seen = await findNewestNumber(tx, uid);
    const input = { uid, act: name, reason: commandLine.userAgent, seen };
    return (await act(tx, input, { ...services, client: commandLine, actorId: null })).ended;
  });
}
