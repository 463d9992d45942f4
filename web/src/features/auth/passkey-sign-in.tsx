import { useEffect, useEffectEvent, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useApi } from '../../shared/api/index.ts';
import { useChange } from '../../shared/api/use-change.ts';
import { toText } from '../../shared/i18n/index.ts';
import { PasskeyButton } from '../../shared/passkey/passkey-button.tsx';
import { useSession } from '../../shared/session/index.ts';
import { Notice } from '../../shared/ui/notice.tsx';
import type { Suggestions } from './passkey-steps.ts';

const loadSteps = () => import('./passkey-steps.ts');

/** Signs in with a passkey: by the button, or among the suggestions of the field for the address. */
export function PasskeySignIn() {
  const { t } = useTranslation();
  const api = useApi();
  const { join } = useSession();
  const { busy, error, run } = useChange();
  const suggestions = useSuggestions(async () =>
    (await loadSteps()).suggestPasskeys({ api, join, run }),
  );

  async function press() {
    await run(async () => (await loadSteps()).signInWithPasskey({ api, join }));
    suggestions.current?.again();
  }

  return (
    <>
      {error !== undefined && <Notice tone="bad">{toText(error, t)}</Notice>}
      <PasskeyButton busy={busy} onClick={() => void press()} />
    </>
  );
}

const restMs = 2_000;
const touches = ['pointermove', 'pointerdown', 'focusin'];

/** Begins once the person touches the page or it is at rest, so that the page itself does not wait for the code. */
function useSuggestions(load: () => Promise<Suggestions>) {
  const suggestions = useRef<Suggestions>(undefined);
  const loadNow = useEffectEvent(load);

  useEffect(() => {
    let isOver = false;
    async function begin() {
      cancel();
      const begun = await loadNow().catch(() => undefined);
      if (isOver) {
        begun?.stop();
      } else {
        suggestions.current = begun;
      }
    }
    const rest = setTimeout(begin, restMs);
    const cancel = () => {
      clearTimeout(rest);
      for (const touch of touches) {
        removeEventListener(touch, begin);
      }
    };
    for (const touch of touches) {
      addEventListener(touch, begin);
    }
    return () => {
      isOver = true;
      cancel();
      suggestions.current?.stop();
    };
  }, []);

  return suggestions;
}
