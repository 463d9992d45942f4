import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useApi } from '../../../shared/api/index.ts';
import { type PricedPlan, toPriceName } from '../../../shared/plans/prices.ts';
import { useAccount } from '../../../shared/session/index.ts';
import { readTaxId, type TypedTaxId, toTypedTaxId } from '../card-fields/business-fields.tsx';
import { type TypedPlace, toAddress } from '../card-fields/typed-place.ts';
import { useLater } from '../shared/use-later.ts';
import { type PurchaseInput, purchasePreview } from './purchase-preview.ts';

interface Purchase extends PricedPlan {
  /** Promotion code that was applied, as it was typed. */
  readonly code: string | undefined;
  readonly place: TypedPlace | undefined;
  readonly taxId: TypedTaxId;
  readonly round: number;
}

/**
 * Asks for the cost each time the code, the place or the tax id has changed. The price is known without it unless there
 * is a tax, or a refusal said that the price differs.
 */
export function usePurchaseCost(purchase: Purchase) {
  const api = useApi();
  const { uid } = useAccount();
  const { round } = purchase;
  const isPriceUnknown = purchase.price.tax !== undefined || round > 0;
  const wanted = toInput(purchase);
  const asked = JSON.stringify(wanted);
  const isTyping = useLater(asked) !== asked;

  const { data, isFetching, isPlaceholderData } = useQuery({
    ...purchasePreview(wanted, { api, uid, round }),
    enabled: !isTyping,
    placeholderData: keepPreviousData,
    retry: false,
  });
  const isReading = isTyping || isFetching || isPlaceholderData;
  return {
    // Another code has another price, which its own answer has named already.
    cost: isPriceUnknown || !isPlaceholderData ? data : undefined,
    isReading,
    /** Whether the sum may be another one. */
    isComputing: isPriceUnknown && isReading,
  };
}

function toInput({ plan, price, code, place, taxId }: Purchase): PurchaseInput {
  const known = place && readTaxId(taxId, place.country);
  return {
    planId: plan.id,
    ...toPriceName(plan, price),
    ...(code !== undefined && { promotionCode: code }),
    ...(place?.country && { address: toAddress(place) }),
    ...(known && toTypedTaxId(taxId, known.value)),
  };
}
