import { createContext, type ReactNode, useContext, useEffect, useSyncExternalStore } from 'react';
import type { SessionActions, SessionClient } from './session-actions.ts';
import type { Account, SessionState } from './session-state.ts';

export type Session = SessionState & SessionActions;

/** Given again by the guard that keeps a page on screen after its session has ended. */
export const SessionContext = createContext<Session | undefined>(undefined);

interface SessionProviderProps {
  client: SessionClient;
  children: ReactNode;
}

export function SessionProvider({ client, children }: SessionProviderProps) {
  const state = useSyncExternalStore(client.subscribe, client.state);
  useEffect(() => {
    if (client.state().status === 'loading') {
      void client.start();
    }
  }, [client]);

  const { signIn, signUp, signOut, reload, takeOver, join, takeEntry } = client;
  return (
    <SessionContext
      value={{ ...state, signIn, signUp, signOut, reload, takeOver, join, takeEntry }}
    >
      {children}
    </SessionContext>
  );
}

export function useSession(): Session {
  const session = useContext(SessionContext);
  if (!session) {
    throw new Error('useSession needs a SessionProvider above it.');
  }
  return session;
}

/** The signed-in person, on screens that only signed-in people see. */
export function useAccount(): Account {
  const { account } = useSession();
  if (!account) {
    throw new Error('useAccount needs a signed-in person.');
  }
  return account;
}
