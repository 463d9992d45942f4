export type { AskForCode, OpenSession, WaitingSignIn } from './ask-for-code.ts';
export { isOwnPath, keptLocation } from './kept-location.ts';
export { type KeptView, keptView } from './kept-view.ts';
export { operatorKey } from './operator-key.ts';
export type { Entry, SessionClient } from './session-actions.ts';
export { createSessionClient } from './session-client.ts';
export { type Session, SessionProvider, useAccount, useSession } from './session-provider.tsx';
