import type { HearthConfig, SubscriptionStatus } from '@hearth/contract';

/** People who may make a call. The owner of a project passes each check of a permission; `self` is the owner, whose uid is in the input. */
export type Who =
  | 'anyone'
  | 'signed-in'
  | 'self'
  | 'operator'
  | 'member'
  | 'admin-level'
  | 'owner'
  | { readonly any: readonly string[] }
  | { readonly all: readonly string[] };

export interface Role {
  readonly name: string;
  /** Permissions in the project; none for people who are not in it. */
  readonly held: readonly string[];
  readonly isOwner?: true;
}

type Permissions = HearthConfig['permissions'];

const defaultsOf = (permissions: Permissions) =>
  permissions.filter((one) => one.default).map(({ key }) => key);

/** A visitor, a stranger, an operator, members with each permission and with all, and the owner. */
export function listRoles(permissions: Permissions): readonly Role[] {
  const plain = defaultsOf(permissions);
  const others = permissions.filter(({ key }) => !plain.includes(key));
  return [
    { name: 'visitor', held: [] },
    { name: 'stranger', held: [] },
    { name: 'operator', held: [] },
    { name: 'member', held: plain },
    ...others.map(({ key }) => ({ name: `holder of ${key}`, held: [...plain, key] })),
    { name: 'holder of everything', held: permissions.map(({ key }) => key) },
    { name: 'owner', held: plain, isOwner: true },
  ];
}

interface Knock {
  readonly who: Who;
  readonly role: Role;
  readonly status: SubscriptionStatus;
  readonly isOwn: boolean;
  readonly isChange: boolean;
}

/** `in`, `signed out`, or the refusal that Hearth promises. */
export function expectedVerdict(knock: Knock, permissions: Permissions): string {
  const { who, role } = knock;
  if (who === 'anyone') {
    return 'in';
  }
  if (who === 'operator') {
    return role.name === 'operator' ? 'in' : 'request/unknown-path';
  }
  if (role.name === 'visitor') {
    return 'signed out';
  }
  switch (who) {
    case 'signed-in':
      return 'in';
    case 'self':
      return role.isOwner ? 'in' : 'access/denied';
    default:
      return inProject(knock, permissions);
  }
}

function inProject(knock: Knock, permissions: Permissions): string {
  const { who, role, isOwn } = knock;
  if (!isOwn || !isVisible(knock)) {
    return 'access/denied';
  }
  if (!role.isOwner && !holdsEnough(role.held, who, permissions)) {
    return who === 'owner' ? 'access/owner-only' : 'access/denied';
  }
  return knock.status === 'unpaid' && !isRead(knock) ? 'subscription/unpaid' : 'in';
}

/** An incomplete project is its owner's alone. */
const isVisible = ({ role, status }: Knock) =>
  role.isOwner || (role.held.length > 0 && status !== 'incomplete');

/** An unpaid project allows reading, without a permission that is for work. */
const isRead = ({ who, isChange }: Knock) => !isChange && (who === 'member' || who === 'owner');

function holdsEnough(held: readonly string[], who: Who, permissions: Permissions): boolean {
  if (typeof who === 'object') {
    return 'any' in who
      ? who.any.some((key) => held.includes(key))
      : who.all.every((key) => held.includes(key));
  }
  const isAdmin = permissions.some(({ admin, key }) => admin && held.includes(key));
  return who === 'member' || (who === 'admin-level' && isAdmin);
}
