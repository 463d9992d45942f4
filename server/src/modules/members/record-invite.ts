import type { ActivityAction } from '@hearth/contract';
import type { Transaction } from '../../platform/transaction.ts';
import { type AuditDetails, recordAudit } from '../audit/index.ts';
import type { Services } from '../identity/index.ts';
import type { Invite } from './invite.ts';

interface Happening {
  readonly action: Extract<ActivityAction, `invite.${string}`>;
  /** uid; null if an operator did it. */
  readonly actorId: string | null;
  readonly invite: Pick<Invite, 'id' | 'subscriptionId'>;
  readonly details?: AuditDetails;
}

/** Writes what happened to an invite into the subscription's activity. */
export async function recordInvite(
  tx: Transaction,
  { invite, ...happening }: Happening,
  { clock, client }: Pick<Services, 'clock' | 'client'>,
): Promise<void> {
  const { id: subjectId, subscriptionId } = invite;
  const at = clock.now();
  await recordAudit(tx, { ...happening, subjectId, subscriptionId, at, origin: client });
}
