import { plantedAroundApp } from './planted-app-imports.mjs';
import { plantedInWeb } from './planted-web-imports.mjs';

/**
 * Import that each rule must refuse: [rule, importing file, imported file or package]. A file that
 * names itself closes a cycle, and one that imports nothing is an orphan.
 */
export const planted = [
  ['no-cycles', 'server/src/platform/planted.ts', 'server/src/platform/planted.ts'],
  ['no-unresolved', 'server/src/platform/planted.ts', 'server/src/platform/missing.ts'],
  ['no-orphans', 'server/src/platform/planted.ts'],
  ['contract-imports-only-zod', 'contract/src/planted.ts', 'server/src/config/config.ts'],
  ['web-and-server-meet-in-contract', 'web/src/shared/planted.ts', 'server/src/config/config.ts'],
  ['web-and-server-meet-in-contract', 'server/src/planted.ts', 'web/src/shared/paths.ts'],
  ...plantedAroundApp,
  ['sdk-imports-nothing-of-the-product', 'sdk/src/planted.ts', 'contract/src/pages.ts'],
  [
    'stripe-emulator-imports-nothing-of-the-product',
    'stripe-emulator/src/planted.ts',
    'contract/src/pages.ts',
  ],
  ['e2e-imports-only-contract', 'e2e/planted.ts', 'server/src/config/config.ts'],
  ['platform-imports-no-product', 'server/src/platform/planted.ts', 'server/src/config/config.ts'],
  [
    'postgres-imports-only-itself',
    'server/src/platform/postgres/planted.ts',
    'server/src/platform/clock.ts',
  ],
  [
    'http-cookies-import-neither-pages-nor-dialects',
    'server/src/http/cookies/planted.ts',
    'server/src/http/pages/page-head.ts',
  ],
  [
    'http-pages-and-dialects-do-not-import-each-other',
    'server/src/http/pages/planted.ts',
    'server/src/http/dialects/call-names.ts',
  ],
  [
    'modules-do-not-import-http',
    'server/src/modules/identity/planted.ts',
    'server/src/http/client.ts',
  ],
  [
    'modules-meet-at-index',
    'server/src/modules/billing/planted.ts',
    'server/src/modules/identity/accounts/account.ts',
  ],
  [
    'http-uses-module-index-and-calls',
    'server/src/http/planted.ts',
    'server/src/modules/identity/accounts/account.ts',
  ],
  ['http-does-not-import-the-app', 'server/src/http/planted.ts', 'server/src/boot/app.ts'],
  [
    'http-does-not-import-the-app',
    'server/src/http/planted.ts',
    'server/src/boot/open-payments.ts',
  ],
  [
    'boot-does-not-import-the-command-line',
    'server/src/boot/planted.ts',
    'server/src/cli/run-line.ts',
  ],
  [
    'mail-and-audit-import-no-module',
    'server/src/modules/audit/planted.ts',
    'server/src/modules/identity/index.ts',
  ],
  [
    'keys-import-only-audit',
    'server/src/modules/keys/planted.ts',
    'server/src/modules/identity/index.ts',
  ],
  [
    'identity-below-subscriptions',
    'server/src/modules/identity/planted.ts',
    'server/src/modules/subscriptions/index.ts',
  ],
  [
    'subscriptions-below-billing-and-members',
    'server/src/modules/subscriptions/planted.ts',
    'server/src/modules/billing/index.ts',
  ],
  [
    'members-billing-and-server-api-do-not-import-each-other',
    'server/src/modules/members/planted.ts',
    'server/src/modules/billing/index.ts',
  ],
  [
    'members-billing-and-server-api-do-not-import-each-other',
    'server/src/modules/hosted-sign-in/planted.ts',
    'server/src/modules/members/index.ts',
  ],
  [
    'sql-only-in-stores',
    'server/src/modules/identity/planted.ts',
    'server/src/platform/database.ts',
  ],
  ['sql-only-in-stores', 'server/src/modules/identity/planted.ts', 'kysely'],
  ['sql-only-in-stores', 'server/src/doctor/planted.ts', 'kysely'],
  [
    'http-uses-module-index-and-calls',
    'server/src/doctor/planted.ts',
    'server/src/modules/mail/mail-store.ts',
  ],
  ['doctor-imports-neither-http-nor-app', 'server/src/doctor/planted.ts', 'server/src/boot/app.ts'],
  [
    'doctor-imports-neither-http-nor-app',
    'server/src/doctor/planted.ts',
    'server/src/http/client.ts',
  ],
  [
    'console-above-all-modules',
    'server/src/modules/identity/planted.ts',
    'server/src/modules/console/index.ts',
  ],
  ['only-boot-and-cli-import-doctor', 'server/src/http/planted.ts', 'server/src/doctor/finding.ts'],
  ['only-boot-and-cli-import-doctor', 'server/src/planted.ts', 'server/src/doctor/finding.ts'],
  ['stripe-only-in-its-provider', 'server/src/modules/billing/planted.ts', 'stripe'],
  [
    'config-imports-only-platform-and-the-kinds-of-mails',
    'server/src/config/planted.ts',
    'server/src/http/client.ts',
  ],
  [
    'only-http-doctor-and-app-import-config',
    'server/src/modules/mail/planted.ts',
    'server/src/config/config.ts',
  ],
  [
    'identity-accounts-import-only-themselves',
    'server/src/modules/identity/accounts/planted.ts',
    'server/src/modules/identity/sessions/session.ts',
  ],
  [
    'identity-factors-import-only-accounts',
    'server/src/modules/identity/factors/planted.ts',
    'server/src/modules/identity/sessions/session.ts',
  ],
  [
    'identity-passkeys-import-only-accounts',
    'server/src/modules/identity/passkeys/planted.ts',
    'server/src/modules/identity/sessions/session.ts',
  ],
  [
    'identity-sessions-below-passwords',
    'server/src/modules/identity/sessions/planted.ts',
    'server/src/modules/identity/codes/action-code.ts',
  ],
  [
    'identity-passwords-below-calls',
    'server/src/modules/identity/passwords/planted.ts',
    'server/src/modules/identity/codes/action-code.ts',
  ],
  [
    'identity-codes-below-calls',
    'server/src/modules/identity/codes/planted.ts',
    'server/src/modules/identity/calls/sign-up.ts',
  ],
  [
    'identity-planned-below-calls',
    'server/src/modules/identity/planned/planted.ts',
    'server/src/modules/identity/calls/sign-up.ts',
  ],
  [
    'identity-social-below-calls',
    'server/src/modules/identity/social/planted.ts',
    'server/src/modules/identity/calls/sign-up.ts',
  ],
  [
    'identity-commands-import-no-calls',
    'server/src/modules/identity/commands/planted.ts',
    'server/src/modules/identity/calls/sign-up.ts',
  ],
  [
    'billing-port-imports-only-itself',
    'server/src/modules/billing/port/planted.ts',
    'server/src/modules/billing/records/intent.ts',
  ],
  [
    'billing-providers-import-only-the-port',
    'server/src/modules/billing/providers/stripe/planted.ts',
    'server/src/modules/billing/records/intent.ts',
  ],
  [
    'billing-providers-import-only-the-port',
    'server/src/modules/billing/providers/stripe/planted.ts',
    'server/src/modules/billing/sync/provider-events.ts',
  ],
  [
    'billing-records-import-only-the-port',
    'server/src/modules/billing/records/planted.ts',
    'server/src/modules/billing/projection/project-billing.ts',
  ],
  [
    'billing-revenue-imports-only-the-port',
    'server/src/modules/billing/revenue/planted.ts',
    'server/src/modules/billing/changes/cancel.ts',
  ],
  [
    'billing-projection-below-intents',
    'server/src/modules/billing/projection/planted.ts',
    'server/src/modules/billing/intents/carry-out.ts',
  ],
  [
    'billing-intents-import-no-change',
    'server/src/modules/billing/intents/planted.ts',
    'server/src/modules/billing/changes/refund.ts',
  ],
  [
    'billing-changes-below-reads-and-sync',
    'server/src/modules/billing/changes/planted.ts',
    'server/src/modules/billing/sync/reconcile-billing.ts',
  ],
  [
    'billing-reads-and-sync-do-not-import-each-other',
    'server/src/modules/billing/reads/planted.ts',
    'server/src/modules/billing/sync/reconcile-billing.ts',
  ],
  [
    'billing-reads-and-sync-do-not-import-each-other',
    'server/src/modules/billing/sync/planted.ts',
    'server/src/modules/billing/providers/stripe/create-stripe-provider.ts',
  ],
  [
    'billing-commands-import-no-reads',
    'server/src/modules/billing/commands/planted.ts',
    'server/src/modules/billing/reads/get-spending.ts',
  ],
  [
    'billing-reads-and-sync-do-not-import-each-other',
    'server/src/modules/billing/sync/planted.ts',
    'server/src/modules/billing/commands/report.ts',
  ],
  ['observe-imports-only-platform', 'server/src/observe/planted.ts', 'server/src/http/client.ts'],
  [
    'observe-imports-only-platform',
    'server/src/observe/planted.ts',
    'server/src/modules/billing/index.ts',
  ],
  [
    'only-the-app-imports-observe',
    'server/src/modules/billing/planted.ts',
    'server/src/observe/metrics.ts',
  ],
  ['only-the-app-imports-observe', 'server/src/http/planted.ts', 'server/src/observe/metrics.ts'],
  ['prometheus-and-opentelemetry-only-in-observe', 'server/src/http/planted.ts', 'prom-client'],
  [
    'prometheus-and-opentelemetry-only-in-observe',
    'server/src/platform/planted.ts',
    '@opentelemetry/api',
  ],
  ...plantedInWeb,
];
