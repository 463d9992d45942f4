export { admitApiKey } from './admit-api-key.ts';
export type { ApiKey } from './api-key.ts';
export { createApiKey, isKeyScope, listApiKeys, revokeApiKey } from './operate-api-keys.ts';
