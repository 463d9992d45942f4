import { deviceOnlyProviders, type SocialProviderName } from '@hearth/contract';
import { useEffect, useRef, useState } from 'react';
import { useApi } from '../api/index.ts';
import type { SocialOutcome } from './social-outcome.ts';

/** One sign-in at a provider at a time; must begin in the handler of a click. */
export function useSocialSignIn(
  onOutcome: (outcome: SocialOutcome | undefined) => void,
  { links = false } = {},
) {
  const api = useApi();
  const [busy, setBusy] = useState<SocialProviderName>();
  const stop = useRef<() => void>(undefined);
  useEffect(() => () => stop.current?.(), []);

  async function start(provider: SocialProviderName) {
    // Browsers open windows only while they handle the click.
    const popup = deviceOnlyProviders.includes(provider) ? null : openPopup();
    setBusy(provider);
    onOutcome(undefined);
    stop.current?.();
    const { startSocialSignIn } = await import('./start-social-sign-in.ts');
    stop.current = await startSocialSignIn({
      api,
      provider,
      links,
      popup,
      onOutcome(heard) {
        setBusy(undefined);
        onOutcome(heard);
      },
      onClosed: () => setBusy(undefined),
    });
  }

  return { busy, start };
}

function openPopup(): Window | null {
  return window.open('', '', 'popup,width=480,height=680');
}
