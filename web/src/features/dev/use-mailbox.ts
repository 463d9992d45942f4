import type { MailboxMail } from '@hearth/contract';
import { useCallback, useEffect, useState } from 'react';

interface MailboxState {
  /** Newest first; undefined until they are there. */
  readonly mails?: readonly MailboxMail[];
  readonly busy: boolean;
  readonly failed: boolean;
}

/** The mails to an address, or to everybody; asked for again when one comes back to this tab. */
export function useMailbox(to: string) {
  const [state, setState] = useState<MailboxState>({ busy: true, failed: false });
  const [turn, setTurn] = useState(0);
  const refresh = useCallback(() => setTurn((before) => before + 1), []);

  useEffect(() => {
    const leaving = new AbortController();
    setState((before) => ({ ...before, busy: true }));
    // The turn only makes it ask again.
    void turn;
    readMails(to, leaving.signal).then(
      (mails) => setState({ mails, busy: false, failed: false }),
      () => {
        if (!leaving.signal.aborted) {
          setState((before) => ({ ...before, busy: false, failed: true }));
        }
      },
    );
    return () => leaving.abort();
  }, [to, turn]);

  useEffect(() => {
    window.addEventListener('focus', refresh);
    return () => window.removeEventListener('focus', refresh);
  }, [refresh]);

  return { ...state, refresh };
}

async function readMails(to: string, signal: AbortSignal): Promise<readonly MailboxMail[]> {
  const query = to === '' ? '' : `?${new URLSearchParams({ to })}`;
  const response = await fetch(`/dev/mailbox.json${query}`, { signal });
  if (!response.ok) {
    throw new Error(`The mailbox answers ${response.status}.`);
  }
  const mails = (await response.json()) as readonly MailboxMail[];
  return mails.toReversed();
}
