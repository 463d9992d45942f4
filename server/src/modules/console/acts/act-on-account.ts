import * as contract from '@hearth/contract';
import { refuse, refuseUnless } from '../../../platform/refusal.ts';
import type { Database, Transaction } from '../../../platform/transaction.ts';
import {
  type Account,
  accountOperations,
  beginAddressChange,
  commandLine,
  keepAccount,
  lockAccountIfAny,
  type Operating,
  planDeletion,
  stopAddressChange,
} from '../../identity/index.ts';
import { type ConsoleServices, change } from '../operation.ts';
import { refuseOperators } from '../roles/refuse-operators.ts';
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
  const operating = { ...context, actorId: operator.uid };
  const { number } = await act(tx, input, operating, (account) =>
    works[input.act](tx, { account, input }, operating),
  );
  return { number, state: 'done' as const };
});

type Acting = ConsoleServices & Operating;

interface Subject {
  /** Locked. */
  readonly account: Account;
  readonly input: Input;
}

type Work = (tx: Transaction, subject: Subject, acting: Acting) => Promise<unknown>;

const operate =
  (name: OwnOperation): Work =>
  (tx, { account }, acting) =>
    accountOperations[name](tx, account, acting);

const works: Readonly<Record<contract.AccountAct, Work>> = {
  note: async () => undefined,
  'end-sessions': operate('end-sessions'),
  'lift-limits': operate('lift-limits'),
  verify: operate('verify'),
  disable: operate('disable'),
  enable: operate('enable'),
  'send-reset': operate('send-reset'),
  'remove-factors': operate('remove-factors'),
  async 'change-address'(tx, { account, input }, acting) {
    const { email = refuse('operator/missing-detail', 'email') } = input;
    await beginAddressChange(tx, { account, email }, acting);
  },
  async 'stop-address-change'(tx, { account }, acting) {
    refuseUnless(await stopAddressChange(tx, account, acting), 'operator/nothing-planned');
  },
  delete: async (tx, { account }, acting) => await planDeletion(tx, account, acting),
  async keep(tx, { account }, acting) {
    refuseUnless(await keepAccount(tx, account, acting), 'operator/nothing-planned');
  },
};

/** Notes the act and does its work, once. */
async function act<Result>(
  tx: Transaction,
  { uid, act, email, reason, seen }: Input,
  { actorId, clock }: Pick<Operating, 'actorId' | 'clock'>,
  work: (account: Account) => Promise<Result>,
): Promise<{ readonly number: number; readonly result: Result | undefined }> {
  const account = (await lockAccountIfAny(tx, uid)) ?? refuse('account/unknown');
  let result: Result | undefined;
  const details = { ...(email !== undefined && { email }) };
  const asked = { subjectId: uid, act, details, reason, operatorId: actorId };
  const { number } = await actOnce(tx, { act: asked, seen, at: clock.now() }, async () => {
    result = await work(account);
    return { intentId: null, isWaiting: false };
  });
  return { number, result };
}

type OwnOperation = keyof typeof accountOperations;
type ByCommand = Pick<Operating, 'clock' | 'mails' | 'site'> & { readonly db: Database };

/** Acts on an account from the command line. Answers how many sessions or second factors it ended. */
export async function actByCommand(
  { uid, act: name }: { readonly uid: string; readonly act: OwnOperation },
  { db, ...services }: ByCommand,
): Promise<number> {
  return await db.transaction().execute(async (tx) => {
    await lockAccountIfAny(tx, uid);
    const seen = await findNewestNumber(tx, uid);
    const input = { uid, act: name, reason: commandLine.userAgent, seen };
    const operating = { ...services, client: commandLine, actorId: null };
    const { result = 0 } = await act(tx, input, operating, (account) =>
      accountOperations[name](tx, account, operating),
    );
    return result;
  });
}
