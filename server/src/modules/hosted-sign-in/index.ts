export { claimsOfScopes } from './claims.ts';
export { endHostedSignIns, sweepHostedSignIns } from './hosted-sign-in-store.ts';
export type { AnswerFault, SignInFault } from './provider-settings.ts';
export { readUserInfo, type UserInfoServices } from './read-user-info.ts';
export { createSuccession } from './refresh-successor.ts';
export { originsOf, type SignInClient } from './sign-in-client.ts';
export { createSignInServer, type SignInServer } from './sign-in-server.ts';
export { signOutOfClient } from './sign-out-client.ts';
