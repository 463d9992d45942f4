import { type AppServer, createAppMailer, createSignedAddresses, noApp } from '../app/index.ts';
import type { Config } from '../config/config.ts';
import {
  createCatchUp,
  createPlanPreviews,
  createPriceCheck,
  followEmail,
  forgetPayerOnDeletion,
  forgetPayerOnTransfer,
  hasOpenIntentOf,
  kinds,
  listCharged,
  type PaymentProvider,
} from '../modules/billing/index.ts';
import { forgetReasons, keepEnd } from '../modules/console/index.ts';
import {
  type AccountClaim,
  type AccountDeletion,
  type AccountDisowning,
  createFactorSeal,
  createIdTokens,
  createPasswordHasher,
  createSocialProviders,
  type PasswordHashing,
  type SocialSettings,
} from '../modules/identity/index.ts';
import { createMails } from '../modules/mail/index.ts';
import {
  endInvitesOfCanceled,
  endInvitesOfClaimed,
  forgetInvitee,
  forgetInviter,
  forgetRemovalsOf,
  hasPendingInviteBy,
  hasPendingInviteTo,
  removeDisownedMember,
} from '../modules/members/index.ts';
import {
  createEntitlements,
  freezeContested,
  freezeGivenAway,
  isContested,
  isInAnySubscription,
  leaveAllSubscriptions,
  lockSubscriptionsOf,
  requireDeletable,
} from '../modules/subscriptions/index.ts';
import type { Clock } from '../platform/clock.ts';
import { createRateLimits, noRateLimits } from '../platform/rate-limits.ts';
import type { Database, Transaction } from '../platform/transaction.ts';
import { toSubscriptionHooks } from './load-app.ts';
import { toActionSite } from './parts.ts';

interface ServicesParts {
  readonly config: Config;
  readonly db: Database;
  readonly clock: Clock;
  readonly issuers: SocialSettings['issuers'];
  readonly payments: PaymentProvider | undefined;
  readonly longestAnswerMs: number;
  readonly hashing?: PasswordHashing | undefined;
  /** The product on Hearth; Hearth alone if it is left out. */
  readonly appServer?: AppServer | undefined;
}

/** Creates the services of all operations, and connects modules that do not know each other. */
export async function createServices({
  config,
  db,
  clock,
  issuers,
  payments,
  longestAnswerMs,
  hashing,
  appServer = noApp,
}: ServicesParts) {
  const { product, publicUrl, secretKey, texts } = config;
  const entitlements = createEntitlements(product);
  const limits = config.rateLimits ? createRateLimits(clock) : noRateLimits;
  const mails = createMails({ secretKey, clock, limits, publicUrl });
  const site = toActionSite(config);
  const told = { mails, operators: config.operators };
  const addresses = createSignedAddresses(secretKey, clock);
  const appHooks = toSubscriptionHooks(appServer, entitlements);
  return {
    db,
    clock,
    settings: product,
    passwords: createPasswordHasher(hashing),
    idTokens: await createIdTokens({
      db,
      clock,
      secretKey,
      issuer: publicUrl,
      audience: product.projectId,
    }),
    factorSeal: createFactorSeal(secretKey),
    limits,
    mails,
    site,
    hooks: {
      async beforeAccountDeletion(tx: Transaction, deletion: AccountDeletion) {
        const { account, at } = deletion;
        // As a change of the product does: the projects first, then its own rows.
        await lockSubscriptionsOf(tx, account.id);
        await appServer.hooks.beforeAccountDeletion?.(tx, { uid: account.id, at });
        await leaveAllSubscriptions(tx, deletion, appHooks);
        await forgetInviter(tx, deletion);
        await forgetPayerOnDeletion(tx, deletion);
        await forgetInvitee(tx, deletion);
        await forgetRemovalsOf(tx, deletion.account.id);
        await forgetReasons(tx, deletion.account.id);
      },
      requireDeletable,
      onAccountDisowned: (tx: Transaction, disowning: AccountDisowning) =>
        removeDisownedMember(tx, disowning, appHooks),
      async onAccountRecovered(tx: Transaction, claim: AccountClaim) {
        await freezeGivenAway(tx, claim, told);
        await endInvitesOfClaimed(tx, claim, told);
      },
      onRecoveryContested: (tx: Transaction, claim: AccountClaim) =>
        freezeContested(tx, claim, told),
      holdsAnything: async (tx: Transaction, accountId: string) =>
        (await isInAnySubscription(tx, accountId)) ||
        (await isContested(tx, accountId)) ||
        (await hasOpenIntentOf(tx, accountId)) ||
        (await hasPendingInviteBy(tx, accountId)),
      isInvited: hasPendingInviteTo,
      onEmailChanged: followEmail,
      onPlanEnded: keepEnd,
    },
    texts,
    webhooks: toWebhookSettings(config),
    operators: config.operators,
    exportOwn: appServer.hooks.exportAccount,
    needsOperatorFactor:
      config.mode === 'production' || ['admins', 'everyone'].includes(product.policy.secondFactor),
    social: toSocialProviders({ config, clock, issuers }),
    payments,
    prices: createPriceCheck(product, payments),
    catchUp: createCatchUp({ db, clock, payments }),
    planPreviews: createPlanPreviews(secretKey),
    kinds,
    longestAnswerMs,
    entitlements,
    environment: config.app.environment,
    addresses,
    signAddress: addresses.sign,
    mailer: createAppMailer({ mails, settings: product, site, words: appServer.mails }),
    subscriptionHooks: {
      ...appHooks,
      onOwnershipTransferred: forgetPayerOnTransfer,
      onCanceled: endInvitesOfCanceled,
      listCharged: (reader: Database, ids: readonly string[]) => listCharged(reader, ids, product),
    },
  };
}

function toSocialProviders({
  config,
  clock,
  issuers,
}: Pick<ServicesParts, 'config' | 'clock' | 'issuers'>) {
  const { product, publicUrl, social } = config;
  const enabled = product.socialProviders;
  return createSocialProviders({ ...social, enabled, publicUrl, clock, issuers });
}

function toWebhookSettings(config: Config) {
  const { mode, secretKey, webhookAllowedHosts, webhookConcurrency: concurrency } = config;
  const addresses = { allowLoopback: mode === 'local', allowedHosts: webhookAllowedHosts };
  return { secretKey, addresses, concurrency };
}
