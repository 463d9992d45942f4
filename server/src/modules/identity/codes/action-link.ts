import { type ActionCodeType, type Language, pagePaths } from '@hearth/contract';
import { refuseUnless } from '../../../platform/refusal.ts';
import { codeKinds } from './action-code.ts';

/** Address that mailed links lead to, and the origins that they may lead on to. */
export interface ActionSite {
  /** PUBLIC_URL. */
  readonly publicUrl: string;
  readonly apiKey: string;
  /** Whether it is PUBLIC_URL or one of `returnOrigins`. */
  isLinkTarget(origin: string): boolean;
  /** Whether it is PUBLIC_URL or one of `authorizedDomains`. */
  isSignInTarget(origin: string): boolean;
  /** Hosts of PUBLIC_URL and CORS_ORIGINS, without ports. */
  readonly knownHosts: readonly string[];
}

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
  return withCode(url, {
    mode: codeKinds[type].mode,
    oobCode,
    apiKey,
    lang: language,
    continueUrl,
  });
}

interface SignInLink {
  readonly oobCode: string;
  readonly language: Language;
  /** Page that signs in with the code; our own if it is left out. */
  readonly continueUrl: string | undefined;
}

/** Address of the page that signs in with the code, as Google's SDK parses it. */
export function toSignInLink(
  { oobCode, language, continueUrl }: SignInLink,
  { publicUrl, apiKey }: ActionSite,
): string {
  const url = new URL(continueUrl ?? pagePaths.emailSignIn, publicUrl);
  return withCode(url, { mode: 'signIn', oobCode, apiKey, lang: language, continueUrl });
}

function withCode(url: URL, parameters: Readonly<Record<string, string | undefined>>): string {
  for (const [name, value] of Object.entries(parameters)) {
    if (value !== undefined) {
      url.searchParams.set(name, value);
    }
  }
  return url.href;
}

/** Refuses an address to continue at that is malformed, or that no link may lead to. */
export function requireLinkTarget(continueUrl: string | undefined, site: ActionSite): void {
  requireTarget(continueUrl, ({ origin }) => site.isLinkTarget(origin));
}

/** Like `requireLinkTarget`, for the page that signs in with the code; of our own only one does. */
export function requireSignInTarget(continueUrl: string | undefined, site: ActionSite): void {
  requireTarget(continueUrl, ({ origin, pathname }) =>
    origin === site.publicUrl ? pathname === pagePaths.emailSignIn : site.isSignInTarget(origin),
  );
}

/** Origin of the app that a sign-in link leads to; null for our own page. */
export function toAppSite(
  continueUrl: string | undefined,
  { publicUrl }: ActionSite,
): string | null {
  const { origin } = new URL(continueUrl ?? publicUrl);
  return origin === publicUrl ? null : origin;
}

function requireTarget(continueUrl: string | undefined, isTarget: (url: URL) => boolean): void {
  if (continueUrl === undefined) {
    return;
  }
  refuseUnless(URL.canParse(continueUrl), 'auth/invalid-continue-uri');
  const url = new URL(continueUrl);
  refuseUnless(/^https?:$/.test(url.protocol), 'auth/invalid-continue-uri');
  refuseUnless(isTarget(url), 'auth/unauthorized-continue-uri');
}
