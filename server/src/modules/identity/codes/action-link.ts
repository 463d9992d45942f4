import type { ActionCodeType, Language } from '@hearth/contract';
import { refuseIf, refuseUnless } from '../../../platform/refusal.ts';

/** Address that mailed links lead to, and the origins that they may lead on to. */
export interface ActionSite {
  /** PUBLIC_URL. */
  readonly publicUrl: string;
  readonly apiKey: string;
  /** Whether it is PUBLIC_URL or one of `returnOrigins`. */
  isLinkTarget(origin: string): boolean;
  /** Hosts of PUBLIC_URL and CORS_ORIGINS, without ports. */
  readonly knownHosts: readonly string[];
}

const modes: Readonly<Record<ActionCodeType, string>> = {
  VERIFY_EMAIL: 'verifyEmail',
  PASSWORD_RESET: 'resetPassword',
  VERIFY_AND_CHANGE_EMAIL: 'verifyAndChangeEmail',
  RECOVER_EMAIL: 'recoverEmail',
  REVERT_VERIFICATION: 'revertVerification',
  REVERT_LINK: 'revertLink',
  REVERT_UNLINK: 'revertUnlink',
  REVERT_FACTORS: 'revertFactors',
  CONTEST_RECOVERY: 'contestRecovery',
};

interface Link {
  readonly type: ActionCodeType;
  readonly oobCode: string;
  readonly language: Language;
  readonly continueUrl?: string | undefined;
}

/** Address of the page that uses the code, as Google's SDK parses it. */
export function toActionLink(
  { type, oobCode, language, continueUrl }: Link,
  { publicUrl, apiKey }: ActionSite,
): string {
  const url = new URL('/auth/action', publicUrl);
  const parameters = { mode: modes[type], oobCode, apiKey, lang: language };
  for (const [name, value] of Object.entries(parameters)) {
    url.searchParams.set(name, value);
  }
  if (continueUrl !== undefined) {
    url.searchParams.set('continueUrl', continueUrl);
  }
  return url.href;
}

/** Refuses an address to continue at that is malformed, or that no link may lead to. */
export function requireLinkTarget(continueUrl: string | undefined, site: ActionSite): void {
  if (continueUrl === undefined) {
    return;
  }
  refuseUnless(URL.canParse(continueUrl), 'auth/invalid-continue-uri');
  const { protocol, origin } = new URL(continueUrl);
  refuseUnless(/^https?:$/.test(protocol), 'auth/invalid-continue-uri');
  refuseIf(!site.isLinkTarget(origin), 'auth/unauthorized-continue-uri');
}
