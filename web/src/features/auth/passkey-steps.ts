import type { Api } from '../../shared/api/index.ts';
import type { Change } from '../../shared/api/use-change.ts';
import { askForPasskey, openByPasskey, stopAsking } from '../../shared/passkey/ask-device.ts';
import type { Session } from '../../shared/session/index.ts';

interface SigningIn {
  readonly api: Api;
  readonly join: Session['join'];
}

type Passkey = Parameters<typeof openByPasskey>[1];

/** Has the person choose a passkey and signs in with it; answers nothing if they turn back. */
export async function signInWithPasskey(signing: SigningIn): Promise<'leaving' | undefined> {
  const passkey = await askForPasskey(signing.api);
  return passkey && (await enter(passkey, signing));
}

async function enter(passkey: Passkey, { api, join }: SigningIn): Promise<'leaving'> {
  await openByPasskey(api, passkey);
  await join('sign-in');
  return 'leaving';
}

export interface Suggestions {
  /** Suggests them once more, as the device asks one question at a time. */
  readonly again: () => void;
  readonly stop: () => void;
}

/** Shorter than what the server waits for an answer. */
const againMs = 240_000;

/** Suggests passkeys in the field for the address, for as long as the page is open. */
export function suggestPasskeys({ run, ...signing }: SigningIn & Pick<Change, 'run'>): Suggestions {
  async function suggest() {
    const passkey = await askForPasskey(signing.api, { isSuggestion: true });
    if (passkey) {
      await run(() => enter(passkey, signing));
    }
  }
  const again = () => {
    // Nobody has asked for anything yet; the button says why there is none.
    suggest().catch(() => undefined);
  };
  again();
  const timer = setInterval(again, againMs);
  return {
    again,
    stop() {
      clearInterval(timer);
      stopAsking();
    },
  };
}
