export type { Account } from './account.ts';
export { isOwnPath, keptLocation } from './kept-location.ts';
export {
  createSessionClient,
  type SessionClient,
  type SignInInput,
  type SignUpInput,
} from './session-client.ts';
export { SessionProvider, useAccount, useSession } from './session-provider.tsx';
