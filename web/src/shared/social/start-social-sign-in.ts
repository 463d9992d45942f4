import { createAuthUri, type SocialProviderName, socialProviderIds } from '@hearth/contract';
import type { Api } from '../api/index.ts';
import { paths } from '../paths.ts';
import { hearOutcome } from './social-channel.ts';
import { type SocialOutcome, toFailedOutcome } from './social-outcome.ts';

interface SocialFlow {
  readonly api: Api;
  readonly provider: SocialProviderName;
  /** For the account that is signed in, instead of a sign-in. */
  readonly links?: boolean;
  /** Opened at the click; null if the browser did not allow it. */
  readonly popup: Window | null;
  readonly onOutcome: (outcome: SocialOutcome) => void;
  /** The popup looks closed; an answer may come all the same, since a provider may cut it off from us. */
  readonly onClosed: () => void;
}

const lookEveryMs = 500;

/** Leads the popup, or without one this window, to the provider; answers how to stop listening. */
export async function startSocialSignIn(flow: SocialFlow): Promise<() => void> {
  const { api, provider, links = false, popup, onOutcome } = flow;
  try {
    const { authUri = '' } = await api.call(
      createAuthUri,
      {
        providerId: socialProviderIds[provider],
        continueUri: `${location.origin}${paths.authCallback}`,
      },
      { renewsSession: true, withoutSession: !links },
    );
    return popup ? follow(authUri, { ...flow, popup }) : leaveFor(authUri);
  } catch (error) {
    popup?.close();
    onOutcome(toFailedOutcome(error));
    return () => undefined;
  }
}

function leaveFor(authUri: string): () => void {
  location.assign(authUri);
  return () => undefined;
}

function follow(
  authUri: string,
  { popup, onOutcome, onClosed }: SocialFlow & { readonly popup: Window },
): () => void {
  const state = new URL(authUri).searchParams.get('state') ?? '';
  const timer = setInterval(() => {
    if (popup.closed) {
      clearInterval(timer);
      onClosed();
    }
  }, lookEveryMs);
  const stopHearing = hearOutcome(state, (outcome) => {
    clearInterval(timer);
    popup.close();
    onOutcome(outcome);
  });
  // The provider's page has no business with ours.
  popup.opener = null;
  popup.location.href = authUri;
  return () => {
    clearInterval(timer);
    stopHearing();
  };
}
