export { isOwnPath, keptLocation } from './kept-location.ts';
export {
  createSessionClient,
  type SessionClient,
} from './session-client.ts';
export { SessionProvider, useAccount, useSession } from './session-provider.tsx';
