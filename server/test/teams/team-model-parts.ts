export const modelSeats = 5;

export const modelPermissions = [
  { key: 'access', label: 'permissions.access', default: true, admin: false },
  { key: 'editor', label: 'permissions.editor', default: false, admin: false },
  { key: 'billing', label: 'permissions.billing', default: false, admin: true },
  { key: 'admin', label: 'permissions.admin', default: false, admin: true },
];

export const allKeys = modelPermissions.map(({ key }) => key);
export const adminKeys = ['billing', 'admin'];

export interface ModelPerson {
  readonly uid: string;
  readonly email: string;
  readonly name: string;
  verified: boolean;
}

export interface ModelTeam {
  readonly id: string;
  owner: string;
  /** Keys held by uid. */
  readonly members: Map<string, string[]>;
  /** Rows in its activity. */
  events: number;
}

export interface ModelInvite {
  id: string;
  readonly team: ModelTeam;
  /** uid. */
  readonly invitedBy: string;
  readonly email: string;
  readonly keys: string[];
  readonly createdAt: number;
  /** Status as stored: what has expired is `pending` until it is flipped. */
  status: 'pending' | 'accepted' | 'rejected' | 'revoked' | 'expired';
  endedAt: number;
}

/** Refusals of an invite that has ended. */
export const endings = {
  accepted: 'invite/already-accepted',
  rejected: 'invite/rejected',
  revoked: 'invite/revoked',
  expired: 'invite/expired',
};

/** In the order of the configuration, with the default. */
export function held(keys: readonly string[]): string[] {
  return allKeys.filter((key) => key === 'access' || keys.includes(key));
}

export interface ListQuestion {
  readonly page?: number;
  readonly pageSize?: number;
  readonly search?: string;
}

export interface InviteAnswer {
  readonly caller: ModelPerson;
  readonly invite: ModelInvite | undefined;
  readonly withToken: boolean;
}

interface Listed {
  readonly id: string;
  /** In which a search looks. */
  readonly text: string;
  readonly isPending: boolean;
}

export function pageOf(list: readonly Listed[], { page = 1, pageSize, search = '' }: ListQuestion) {
  const wanted = search.trim().toLowerCase();
  const found = list.filter(({ text }) => text.toLowerCase().includes(wanted));
  const size = pageSize ?? 10;
  const users = found.slice((page - 1) * size, page * size).map(({ id }) => id);
  const isPending = (one: Listed) => one.isPending;
  const pending = found.filter(isPending).length;
  const counts = { active: found.length - pending, pending };
  return { users, total: found.length, counts, open_invites: list.filter(isPending).length };
}

export function isAdminOf(team: ModelTeam, uid: string): boolean {
  return adminKeys.some((key) => team.members.get(uid)?.includes(key));
}

export function refusalOfEdit(team: ModelTeam, uid: string): string | undefined {
  if (!team.members.has(uid)) {
    return 'member/unknown';
  }
  return uid === team.owner ? 'member/is-owner' : undefined;
}
