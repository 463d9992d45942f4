import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Money } from '@hearth/contract';
import { deriveKey } from '../../../../platform/derive-key.ts';
import { type PriceItem, toItemsText } from '../price-item.ts';

/** The change that a preview was made for. The preview is valid for no other. */
export interface PreviewedChange {
  /** uid of the account that was shown it. */
  readonly accountId: string;
  readonly subscriptionId: string;
  readonly planId: string;
  /** The plan's items after the change. */
  readonly items: readonly PriceItem[];
  /** Items that the subscriber pays before the change. */
  readonly fromItems: readonly PriceItem[];
}

/** The cost that was shown, and the instant from which it was computed. */
export interface PlanPreview {
  readonly at: Date;
  readonly dueNow: Money;
  readonly credit: Money;
  /** When the change takes effect; absent where it does so now. */
  readonly takesEffectAt?: Date;
  /** Charged when the trial ends; absent where the change begins with none. */
  readonly afterTrial?: Money;
  /** The change is computed from `at` until the preview expires. */
  readonly expiresAt: Date;
}

export interface PlanPreviews {
  /** The token that the client sends back with the change. */
  sign(change: PreviewedChange, preview: PlanPreview): string;
  /** Undefined unless this server signed the token for that change; it may have expired. */
  verify(change: PreviewedChange, token: string): PlanPreview | undefined;
}

/** Signs previews with a key of their own, derived from SECRET_KEY. */
export function createPlanPreviews(secretKey: string): PlanPreviews {
  const key = deriveKey(secretKey, 'plan previews');

  // Each request names its change, so the token itself carries only the cost.
  function signatureOf(change: PreviewedChange, cost: string): string {
    const { accountId, subscriptionId, planId, items, fromItems } = change;
    const texts = [toItemsText(items), toItemsText(fromItems)];
    const signed = [accountId, subscriptionId, planId, ...texts, cost];
    return createHmac('sha256', key).update(JSON.stringify(signed)).digest('base64url');
  }

  return {
    sign(change, preview) {
      const cost = Buffer.from(JSON.stringify(preview)).toString('base64url');
      return `${cost}.${signatureOf(change, cost)}`;
    },
    verify(change, token) {
      const [cost = ''] = token.split('.', 1);
      const expected = `${cost}.${signatureOf(change, cost)}`;
      return isSame(token, expected) ? toPreview(cost) : undefined;
    },
  };
}

/** Compares in constant time. */
function isSame(given: string, expected: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)];
  return one.length === other.length && timingSafeEqual(one, other);
}

interface Written extends Omit<PlanPreview, 'at' | 'expiresAt' | 'takesEffectAt'> {
  /** ISO 8601, like the expiry. */
  readonly at: string;
  readonly expiresAt: string;
  readonly takesEffectAt?: string;
}

function toPreview(cost: string): PlanPreview {
  const { at, expiresAt, takesEffectAt, ...amounts } = JSON.parse(
    Buffer.from(cost, 'base64url').toString('utf8'),
  ) as Written;
  return {
    ...amounts,
    at: new Date(at),
    expiresAt: new Date(expiresAt),
    ...(takesEffectAt !== undefined && { takesEffectAt: new Date(takesEffectAt) }),
  };
}
