import type { RegisteredMember } from '@hearth/contract';
import { recordAudit } from '../modules/audit/index.ts';
import type { Caller, Client } from '../modules/identity/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { Transaction } from '../platform/transaction.ts';

interface AppEvent {
  readonly action: RegisteredMember<'activity'>;
  readonly subscriptionId: string;
  /** Id of what changed; the subscription if it is left out. */
  readonly subjectId?: string;
  /** Values that the sentence of the action names, as they are now. */
  readonly values?: Readonly<Record<string, string>>;
}

/** Records the event in the change's transaction; the activity of the subscription lists it. */
export async function recordActivity(
  tx: Transaction,
  { action, subscriptionId, subjectId = subscriptionId, values }: AppEvent,
  {
    caller,
    clock,
    client,
  }: { readonly caller: Caller; readonly clock: Clock; readonly client: Client },
): Promise<void> {
  await recordAudit(tx, {
    action,
    actorId: caller.uid,
    subjectId,
    subscriptionId,
    at: clock.now(),
    origin: client,
    ...(values && { details: { values: { ...values } } }),
  });
}
