import {
  type Event,
  getDeliveredEvent,
  listOperatorDeliveries,
  listOperatorEndpoints,
  resendDelivery,
  turnOnWebhookEndpoint,
  type WebhookDelivery,
  type WebhookEndpoint,
} from '@hearth/contract';
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useApi } from '../../shared/api/index.ts';
import { useChange } from '../../shared/api/use-change.ts';
import { useRecentSignIn } from '../../shared/recent-sign-in/use-recent-sign-in.tsx';
import { useAccount } from '../../shared/session/index.ts';
import { notify } from '../../shared/ui/toasts.ts';

const webhooksKey = (uid: string) => ['account', uid, 'operator-webhooks'];

const pageSize = 20;

export function useListEndpoints() {
  const api = useApi();
  const { uid } = useAccount();
  return useQuery({
    queryKey: [...webhooksKey(uid), 'endpoints'],
    queryFn: ({ signal }) => api.call(listOperatorEndpoints, {}, { signal }),
    staleTime: 0,
  });
}

export type DeliveryFilter = 'all' | WebhookDelivery['status'];

/** Deliveries to an endpoint, newest first; never from memory, since jobs go on sending. */
export function useListDeliveries(endpointId: string, filter: DeliveryFilter) {
  const api = useApi();
  const { uid } = useAccount();
  const status = filter === 'all' ? {} : { status: filter };
  return useInfiniteQuery({
    queryKey: [...webhooksKey(uid), 'deliveries', endpointId, filter],
    queryFn: ({ signal, pageParam }) => {
      const cursor = pageParam === undefined ? {} : { cursor: pageParam };
      const question = { endpointId, limit: pageSize, ...status, ...cursor };
      return api.call(listOperatorDeliveries, question, { signal });
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next_cursor: next }) => next ?? undefined,
    staleTime: 0,
  });
}

/** Operator actions on endpoints and deliveries, with a new sign-in if the server asks for one. */
export function useWebhookActions() {
  const { t } = useTranslation();
  const api = useApi();
  const queries = useQueryClient();
  const { uid } = useAccount();
  const { run: withRecentSignIn, dialog } = useRecentSignIn();
  const refresh = () => queries.invalidateQueries({ queryKey: webhooksKey(uid) });
  const { busy, error, about, run } = useChange<string>({ refresh });
  const [bodies, setBodies] = useState<Readonly<Record<string, Event>>>({});

  return {
    /** Id of the delivery or the endpoint that a call is about. */
    busyWith: busy ? about : undefined,
    error,
    dialog,
    /** Bodies of deliveries that were asked for, by id. */
    bodies,
    showBody: ({ id }: WebhookDelivery) =>
      run(async () => {
        const event = await withRecentSignIn(() => api.call(getDeliveredEvent, { deliveryId: id }));
        setBodies((before) => ({ ...before, [id]: event }));
      }, id),
    resend: ({ id }: WebhookDelivery) =>
      run(async () => {
        await withRecentSignIn(() => api.call(resendDelivery, { deliveryId: id }));
        notify.success(t('operator.resent'));
        void refresh();
      }, id),
    turnOn: ({ id }: WebhookEndpoint) =>
      run(async () => {
        await withRecentSignIn(() => api.call(turnOnWebhookEndpoint, { endpointId: id }));
        notify.success(t('operator.turnedOn'));
        void refresh();
      }, id),
  };
}

export type WebhookActions = ReturnType<typeof useWebhookActions>;
