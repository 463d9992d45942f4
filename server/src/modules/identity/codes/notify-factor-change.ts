import type { Transaction } from '../../../platform/transaction.ts';
import { type OwnEvent, recordAudit } from '../../audit/index.ts';
import type { FactorChange } from '../../mail/index.ts';
import type { Account } from '../accounts/account.ts';
import type { IdentityServices } from '../operation.ts';
import { mailAccount } from './mail-account.ts';
import { mailActionCode } from './mail-action-code.ts';

type OwnChange = Exclude<FactorChange, 'removed-by-operator'>;

const actions: Readonly<Record<OwnChange, OwnEvent['action']>> = {
  added: 'account.factor-added',
  removed: 'account.factor-removed',
  'passkey-added': 'account.passkey-added',
  'passkey-removed': 'account.passkey-removed',
  'recovery-code-used': 'account.recovery-code-used',
  'recovery-codes-renewed': 'account.recovery-codes-renewed',
};

interface NotedFactorChange {
  readonly account: Account;
  readonly factorChange: OwnChange;
  /** Instant that its rows have. */
  readonly at: Date;
  /** Whether no link takes it back. */
  readonly isFinal?: boolean;
}

/** Records the change and mails it, with a link that takes it back unless it is final. */
export async function notifyFactorChange(
  tx: Transaction,
  { account, factorChange, at, isFinal = false }: NotedFactorChange,
  context: Pick<IdentityServices, 'clock' | 'client' | 'mails' | 'site'>,
): Promise<void> {
  const { id, email } = account;
  const ids = { actorId: id, subjectId: id };
  await recordAudit(tx, { action: actions[factorChange], ...ids, at, origin: context.client });
  if (isFinal) {
    const isPasskey = factorChange === 'passkey-removed';
    const kind = isPasskey ? 'passkey-removed' : 'authenticator-removed';
    const content = (name: string) => ({ kind, name }) as const;
    await mailAccount(tx, { account, content }, context);
    return;
  }
  await mailActionCode(tx, { type: 'REVERT_FACTORS', account, email, factorChange, at }, context);
}
