import { openChannel } from '../browser-parts.ts';
import type { SocialOutcome } from './social-outcome.ts';

/** `state` says of which sign-in: other windows may be in the middle of theirs. */
type SocialMessage =
  | { readonly state: string; readonly outcome: SocialOutcome }
  | { readonly state: string; readonly received: true };

const name = 'hearth-social';
/** Windows of one browser hear each other immediately, unless the other one is gone or asleep. */
const patienceMs = 700;

/** Notifies the window that began the sign-in how it ended; false when nobody listens any more. */
export function reportOutcome(state: string, outcome: SocialOutcome): Promise<boolean> {
  const channel = openChannel(name);
  return new Promise<boolean>((resolve) => {
    const timer = setTimeout(() => resolve(false), patienceMs);
    channel.addEventListener('message', ({ data }: MessageEvent<SocialMessage>) => {
      if (data.state === state && 'received' in data) {
        clearTimeout(timer);
        resolve(true);
      }
    });
    channel.postMessage({ state, outcome } satisfies SocialMessage);
  }).finally(() => channel.close());
}

/** Waits for that report; answers how to stop waiting. */
export function hearOutcome(state: string, onOutcome: (outcome: SocialOutcome) => void) {
  const channel = openChannel(name);
  channel.addEventListener('message', ({ data }: MessageEvent<SocialMessage>) => {
    if (data.state === state && 'outcome' in data) {
      channel.postMessage({ state, received: true } satisfies SocialMessage);
      channel.close();
      onOutcome(data.outcome);
    }
  });
  return () => channel.close();
}
