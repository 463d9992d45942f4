import { isOwnPath } from '../../../shared/session/index.ts';

const modes = [
  'verifyEmail',
  'resetPassword',
  'verifyAndChangeEmail',
  'recoverEmail',
  'revertVerification',
  'revertLink',
  'revertUnlink',
  'revertFactors',
  'contestRecovery',
  'confirmEmailChange',
  'stopEmailChange',
  'keepAccount',
] as const;

export type ActionMode = (typeof modes)[number];

/** Content of a mailed link. */
export interface ActionLink {
  readonly code: string;
  /** Address to continue to afterwards, if it is on this site. */
  readonly continueTo: string | undefined;
}

export function isActionMode(mode: string): mode is ActionMode {
  return modes.some((known) => known === mode);
}

/** Path of an address of this very site; nothing for any other, so that no link leads astray. */
export function toOwnPath(url: string | null): string | undefined {
  if (!url || !URL.canParse(url, location.origin)) {
    return undefined;
  }
  const { origin, pathname, search, hash } = new URL(url, location.origin);
  const path = `${pathname}${search}${hash}`;
  return origin === location.origin && isOwnPath(path) ? path : undefined;
}
