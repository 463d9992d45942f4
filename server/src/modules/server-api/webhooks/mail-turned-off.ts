import type { Transaction } from '../../../platform/transaction.ts';
import { mailOperators, type OperatorServices, type Services } from '../../identity/index.ts';
import type { OffReason } from './webhook-endpoint.ts';

interface TurnedOff {
  readonly url: string;
  readonly reason: Exclude<OffReason, 'operator'>;
}

/** Mails each operator that an endpoint was turned off. */
export async function mailTurnedOff(
  tx: Transaction,
  { url, reason }: TurnedOff,
  services: OperatorServices & Pick<Services, 'site'>,
): Promise<void> {
  const link = `${services.site.publicUrl}/operator/webhooks`;
  const { host } = new URL(url);
  await mailOperators(
    tx,
    (name) => ({ kind: 'webhook-endpoint-off', name, host, reason, link }),
    services,
  );
}
