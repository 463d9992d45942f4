import { type OperatorServices, operationsOf } from '../../identity/index.ts';
import type { ServerApiServices } from '../operation.ts';
import type { WebhookAddresses } from './webhook-address.ts';

/** Further services of operations about webhooks. */
export interface WebhookServices extends ServerApiServices, OperatorServices {
  readonly webhooks: {
    readonly secretKey: string;
    readonly addresses: WebhookAddresses;
    /** Deliveries that may be under way to one endpoint. */
    readonly concurrency: number;
  };
}

export const { read, change } = operationsOf<WebhookServices>();
