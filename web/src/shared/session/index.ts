export { isOwnPath, keptLocation } from './kept-location.ts';
export type { SessionClient } from './session-actions.ts';
export { createSessionClient } from './session-client.ts';
export { SessionProvider, useAccount, useSession } from './session-provider.tsx';
