import { operationsOf, type Services } from '../identity/index.ts';
import type { ApiKey } from '../keys/index.ts';

/** Services of operations for programs. */
export interface ServerApiServices extends Services {
  /** The key of the request. */
  readonly key: ApiKey;
}

export const { read, change } = operationsOf<ServerApiServices>();
