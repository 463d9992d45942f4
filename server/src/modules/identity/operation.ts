import type {
  Access,
  ConfiguredTexts,
  Entry,
  HearthConfig,
  InputOf,
  OutputOf,
} from '@hearth/contract';
import type { Clock } from '../../platform/clock.ts';
import type {
  Changing,
  Operation,
  OperationKind,
  Reading,
  Saga,
} from '../../platform/operation.ts';
import type { RateLimits } from '../../platform/rate-limits.ts';
import type { Mails } from '../mail/index.ts';
import type { ActionSite } from './action-link.ts';
import type { Caller } from './caller.ts';
import type { IdentityHooks } from './hooks.ts';
import type { IdTokens } from './id-token.ts';
import type { PasswordHasher } from './password-hasher.ts';
import type { Client } from './session.ts';
import type { SocialProviders } from './social/providers.ts';

/** What every operation gets, whatever it is about. */
export interface Services {
  readonly clock: Clock;
  readonly settings: HearthConfig;
  /** Texts that the configuration names, for mails. */
  readonly texts: ConfiguredTexts;
  readonly client: Client;
  readonly mails: Mails;
  readonly limits: RateLimits;
  readonly site: ActionSite;
}

/** What identity operations get besides. */
export interface IdentityServices extends Services {
  readonly passwords: PasswordHasher;
  readonly idTokens: IdTokens;
  readonly hooks: IdentityHooks;
  readonly social: SocialProviders;
}

/** The caller, where the declared access makes sure of one. */
export type CallerPart<Who extends Access> = Who extends { kind: 'anyone' | 'maybe-signed-in' }
  ? { readonly caller: Caller | undefined }
  : { readonly caller: Caller };

type Context<E extends Entry, Part> = IdentityServices & CallerPart<E['access']> & Part;

type Run<E extends Entry, Part> = (
  input: InputOf<E>,
  context: Context<E, Part>,
) => Promise<OutputOf<E>>;

type IdentityOperation<E extends Entry, Kind extends OperationKind, Part> = Operation<
  E,
  Kind,
  Context<E, Part>
>;

export function read<E extends Entry>(
  entry: E,
  run: Run<E, Reading>,
): IdentityOperation<E, 'read', Reading> {
  return { entry, kind: 'read', run };
}

export function change<E extends Entry>(
  entry: E,
  run: Run<E, Changing>,
): IdentityOperation<E, 'change', Changing> {
  return { entry, kind: 'change', run };
}

export function saga<E extends Entry>(
  entry: E,
  run: Run<E, Saga>,
): IdentityOperation<E, 'saga', Saga> {
  return { entry, kind: 'saga', run };
}
