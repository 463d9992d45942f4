import { type OutputOf, previewPurchase, type RequestOf } from '@hearth/contract';
import type { useApi } from '../../../shared/api/index.ts';

export type PurchaseCost = OutputOf<typeof previewPurchase>;
export type PurchaseInput = RequestOf<typeof previewPurchase>;

interface Reader {
  readonly api: ReturnType<typeof useApi>;
  readonly uid: string;
  /** Counts the refusals that changed the price: after each of them it is read again. */
  readonly round: number;
}

/** Preview of a purchase. The trial and the cost ask for the same one as long as no place is typed, and share its answer. */
export function purchasePreview(input: PurchaseInput, { api, uid, round }: Reader) {
  return {
    queryKey: [uid, 'purchase-preview', round, JSON.stringify(input)],
    queryFn: ({ signal }: { readonly signal: AbortSignal }) =>
      api.call(previewPurchase, input, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  };
}
