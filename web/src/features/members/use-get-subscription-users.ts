import { getSubscriptionUsers } from '@hearth/contract';
import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { useApi } from '../../shared/api/index.ts';
import {
  subscriptionUsersKey,
  useCurrentSubscription,
} from '../../shared/current-subscription/index.ts';
import { useAccount } from '../../shared/session/index.ts';

export interface UsersPart {
  /** From 1. */
  readonly page: number;
  readonly pageSize: number;
  /** Empty for everybody. */
  readonly search: string;
}

/** One page of the users, or everybody; what is shown stays while the next page comes. */
export function useGetSubscriptionUsers(part?: UsersPart) {
  const api = useApi();
  const { uid } = useAccount();
  const { subscription } = useCurrentSubscription();
  const subscriptionId = subscription.id;
  const everyPart = subscriptionUsersKey(uid, subscriptionId);

  return useQuery({
    queryKey: [...everyPart, part ?? 'everybody'],
    queryFn: ({ signal }) =>
      api.call(getSubscriptionUsers, { subscriptionId, ...(part && toRequest(part)) }, { signal }),
    // Never the people of another subscription.
    placeholderData: (shown, query) =>
      everyPart.every((name, at) => query?.queryKey[at] === name) ? shown : undefined,
  });
}

function toRequest({ page, pageSize, search }: UsersPart) {
  return { page, pageSize, ...(search && { search }) };
}

export const pageSizes = [10, 20, 50, 100] as const;

/** Longest search that the server accepts. */
export const longestSearch = 200;
const lastPage = 1_000_000;

/** The part of the users that is shown; it is part of the address, so that a reload shows it again. */
export function useUsersPart() {
  const [params, setParams] = useSearchParams();
  const part: UsersPart = {
    page: toPage(params.get('page')),
    pageSize: toPageSize(params.get('size')),
    search: (params.get('search') ?? '').slice(0, longestSearch),
  };

  function show(next: UsersPart) {
    setParams(toParams(next), { replace: true });
  }

  return {
    part,
    showPage: (page: number) => show({ ...part, page }),
    /** The first row in view stays in view. */
    changePageSize(pageSize: number) {
      const page = Math.floor(((part.page - 1) * part.pageSize) / pageSize) + 1;
      show({ ...part, page, pageSize });
    },
    searchFor: (search: string) => show({ ...part, page: 1, search }),
  };
}

function toPage(text: string | null): number {
  const page = Number(text);
  return Number.isInteger(page) && page >= 1 ? Math.min(page, lastPage) : 1;
}

function toPageSize(text: string | null): number {
  return pageSizes.find((size) => String(size) === text) ?? pageSizes[0];
}

function toParams({ page, pageSize, search }: UsersPart): Record<string, string> {
  return {
    ...(page > 1 && { page: String(page) }),
    ...(pageSize !== pageSizes[0] && { size: String(pageSize) }),
    ...(search && { search }),
  };
}
