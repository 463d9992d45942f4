import type {
  Access,
  ConfiguredTexts,
  Entry,
  HearthConfig,
  InputOf,
  OutputOf,
  SubscriptionAccess,
} from '@hearth/contract';
import type { Clock } from '../../platform/clock.ts';
import type { JobLog } from '../../platform/jobs/job-log.ts';
import type {
  Changing,
  Operation,
  OperationKind,
  Reading,
  Saga,
} from '../../platform/operation.ts';
import type { RateLimits } from '../../platform/rate-limits.ts';
import type { Mails } from '../mail/index.ts';
import type { ActionSite } from './codes/action-link.ts';
import type { FactorSeal } from './factors/factor-seal.ts';
import type { IdentityHooks } from './hooks.ts';
import type { PasswordHasher } from './passwords/password-hasher.ts';
import type { Caller, OwnAccount } from './sessions/caller.ts';
import type { IdTokens } from './sessions/id-token.ts';
import type { Client } from './sessions/session.ts';
import type { SocialProviders } from './social/providers.ts';

/** Services that every operation gets. */
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

/** Further services of identity operations. */
export interface IdentityServices extends Services {
  readonly log: Pick<JobLog, 'warn'>;
  readonly passwords: PasswordHasher;
  readonly idTokens: IdTokens;
  readonly factorSeal: FactorSeal;
  readonly hooks: IdentityHooks;
  readonly social: SocialProviders;
}

/** Services of a call that needs a signed-in caller. */
export type CallerServices = IdentityServices & { readonly caller: Caller };

/** Services of a call that also works without a caller. */
export type VisitorServices = IdentityServices & Reading & { readonly caller: Caller | undefined };

/** The caller and the call's subscription, if the entry's access declares them. */
export type AccessContext<Who extends Access, View> = (Who extends {
  kind: 'anyone' | 'maybe-signed-in';
}
  ? { readonly caller: Caller | undefined }
  : Who extends { kind: 'key' }
    ? unknown
    : { readonly caller: Caller }) &
  (Who extends SubscriptionAccess ? { readonly view: View } : unknown);

/**
 * The constructors of a module's operations. `Services` is what they are given besides the caller,
 * `View` how they see the subscription that a call is about.
 */
export function operationsOf<Services, View = never>() {
  type Context<E extends Entry, Part> = Services & AccessContext<E['access'], View> & Part;

  function constructorOf<Kind extends OperationKind, Part>(kind: Kind) {
    return <E extends Entry>(
      entry: E,
      run: (input: InputOf<E>, context: Context<E, Part>) => Promise<OutputOf<E>>,
    ): Operation<E, Kind, Context<E, Part>> => ({ entry, kind, run });
  }

  return {
    read: constructorOf<'read', Reading>('read'),
    /** One about a subscription locks it, and reads the access again inside the transaction. */
    change: constructorOf<'change', Changing>('change'),
    saga: constructorOf<'saga', Saga>('saga'),
  };
}

export const { read, change, saga } = operationsOf<IdentityServices>();

const withOwnAccount = operationsOf<IdentityServices & OwnAccount>();

/** A read that is also given the caller's account and links, found in the same statement as the caller. */
export const readOwnAccount: typeof withOwnAccount.read = (entry, run) =>
  Object.assign(withOwnAccount.read(entry, run), { withAccount: true });
