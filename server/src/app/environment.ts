import type { ReadBy, Registered } from '@hearth/contract';

/** Variables `APP_*` as the registered schema has read them. */
export type AppEnvironment = ReadBy<Registered<'environment', undefined>>;
