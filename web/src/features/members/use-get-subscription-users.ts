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
  readonly status: UserStatus;
  /** Empty for any, `owner`, `member`, or `can:` and a permission's key. */
  readonly role: string;
  readonly sortBy: UserOrder;
  readonly descending: boolean;
}

export type UserStatus = 'all' | 'active' | 'pending';

export const userOrders = ['name', 'email', 'joined', 'lastSeen'] as const;
export type UserOrder = (typeof userOrders)[number];

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

function toRequest({ page, pageSize, ...question }: UsersPart) {
  return { page, pageSize, ...toQuestion(question) };
}

type UsersFilter = Omit<UsersPart, 'page' | 'pageSize'>;

/** Filters and order of the list, as the call takes them. */
export function toQuestion({ search, status, role, sortBy, descending }: UsersFilter) {
  const permission = /^can:(.+)$/.exec(role)?.[1];
  return {
    ...(search && { search }),
    ...(status !== 'all' && { status }),
    ...(role === 'owner' && { role: 'owner' as const }),
    ...(role === 'member' && { role: 'member' as const }),
    ...(permission !== undefined && { permission }),
    ...(sortBy !== 'name' && { sortBy }),
    ...(descending && { descending }),
  };
}

export const pageSizes = [10, 20, 50, 100] as const;

/** Longest search that the server accepts. */
export const longestSearch = 200;
const lastPage = 1_000_000;

/** The part of the users that is shown; it is part of the address, so that a reload shows it again. */
export function useUsersPart() {
  const [params, setParams] = useSearchParams();
  const part = readPart(params);

  function show(next: UsersPart) {
    setParams(toParams(next), { replace: true });
  }

  return {
    part,
    showPage: (page: number) => show({ ...part, page }),
    /** Shows the page that has the given row of the present one. */
    changePageSize(pageSize: number, row: number) {
      const page = Math.floor(((part.page - 1) * part.pageSize + row) / pageSize) + 1;
      show({ ...part, page, pageSize });
    },
    ask: (question: Partial<UsersFilter>) => show({ ...part, ...question, page: 1 }),
  };
}

export type AskUsers = ReturnType<typeof useUsersPart>['ask'];

function readPart(params: URLSearchParams): UsersPart {
  const sort = params.get('sort') ?? '';
  const status = params.get('status');
  return {
    page: toPage(params.get('page')),
    pageSize: toPageSize(params.get('size')),
    search: (params.get('search') ?? '').slice(0, longestSearch),
    status: status === 'active' || status === 'pending' ? status : 'all',
    role: (params.get('role') ?? '').slice(0, longestRole),
    sortBy: userOrders.find((order) => order === sort.replace(/^-/, '')) ?? 'name',
    descending: sort.startsWith('-'),
  };
}

/** A permission's key has at most 100 characters. */
const longestRole = 104;

function toPage(text: string | null): number {
  const page = Number(text);
  return Number.isInteger(page) && page >= 1 ? Math.min(page, lastPage) : 1;
}

function toPageSize(text: string | null): number {
  return pageSizes.find((size) => String(size) === text) ?? pageSizes[0];
}

function toParams(part: UsersPart): Record<string, string> {
  const { page, pageSize, search, status, role, sortBy, descending } = part;
  const sort = `${descending ? '-' : ''}${sortBy}`;
  return {
    ...(page > 1 && { page: String(page) }),
    ...(pageSize !== pageSizes[0] && { size: String(pageSize) }),
    ...(search && { search }),
    ...(status !== 'all' && { status }),
    ...(role && { role }),
    ...(sort !== 'name' && { sort }),
  };
}
