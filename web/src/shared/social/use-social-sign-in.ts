import type { SocialProviderName } from '@hearth/contract';
import { useEffect, useRef, useState } from 'react';
import { useApi } from '../api/index.ts';
import type { SocialOutcome } from './social-outcome.ts';

/** One sign-in at a provider at a time; must begin in the handler of a click. */
export function useSocialSignIn(onOutcome: (outcome: SocialOutcome | undefined) => void) {
  const api = useApi();
  const [busy, setBusy] = useState<SocialProviderName>();
  const stop = useRef<() => void>(undefined);
  useEffect(() => () => stop.current?.(), []);

  async function start(provider: SocialProviderName) {
    // Browsers open windows only while they handle the click.
    const popup = window.open('', '', 'popup,width=480,height=680');
    setBusy(provider);
    onOutcome(undefined);
    stop.current?.();
    const { startSocialSignIn } = await import('./start-social-sign-in.ts');
    stop.current = await startSocialSignIn({
      api,
      provider,
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
