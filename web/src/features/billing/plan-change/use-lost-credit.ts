import { previewCancellation } from '@hearth/contract';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useApi } from '../../../shared/api/index.ts';
import { useConfig } from '../../../shared/config/index.ts';
import { billingKey, useCurrentSubscription } from '../../../shared/current-subscription/index.ts';
import { formatMoney } from '../../../shared/i18n/index.ts';
import { useAccount } from '../../../shared/session/index.ts';

/** Says which credit is lost when the project ends, and how to have it instead; nobody confirms before that is known. */
export function useLostCredit(): {
  readonly words: readonly string[];
  readonly isPending: boolean;
} {
  const { t } = useTranslation();
  const api = useApi();
  const { uid } = useAccount();
  const support = useConfig().brand?.support;
  const { id: subscriptionId, status } = useCurrentSubscription().subscription;
  const { data, isPending, isFetching } = useQuery({
    queryKey: [...billingKey(uid, subscriptionId), 'cancellation'],
    queryFn: ({ signal }) => api.call(previewCancellation, { subscriptionId }, { signal }),
    enabled: status !== 'canceled',
  });
  const credit = data?.credit;
  const sum = credit && formatMoney(credit.amount, credit.currency);
  const words = sum
    ? [support ? t('ending.creditSupport', { sum, support }) : t('ending.credit', { sum })]
    : [];
  return { words, isPending: isPending && isFetching };
}
