import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '..');
const run = promisify(execFile);
const isSource = (path) => !/\/(node_modules|dist)(\/|$)/.test(path.slice(root.length));

/** Import that each rule must refuse: [rule, importing file, imported file]. */
const planted = [
  ['contract-imports-only-zod', 'contract/src/planted.ts', 'server/src/config/config.ts'],
  ['web-and-server-meet-in-contract', 'web/src/shared/planted.ts', 'server/src/config/config.ts'],
  ['web-and-server-meet-in-contract', 'server/src/planted.ts', 'web/src/shared/paths.ts'],
  ['platform-knows-no-product', 'server/src/platform/planted.ts', 'server/src/config/config.ts'],
  [
    'modules-do-not-know-http',
    'server/src/modules/identity/planted.ts',
    'server/src/http/client.ts',
  ],
  [
    'modules-meet-at-index',
    'server/src/modules/billing/planted.ts',
    'server/src/modules/identity/accounts/account.ts',
  ],
  [
    'http-uses-module-index',
    'server/src/http/planted.ts',
    'server/src/modules/identity/accounts/account.ts',
  ],
  ['http-does-not-know-the-app', 'server/src/http/planted.ts', 'server/src/app.ts'],
  [
    'mail-and-audit-are-leaves',
    'server/src/modules/audit/planted.ts',
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
    'members-and-billing-are-strangers',
    'server/src/modules/members/planted.ts',
    'server/src/modules/billing/index.ts',
  ],
  [
    'sql-only-in-stores',
    'server/src/modules/identity/planted.ts',
    'server/src/platform/database.ts',
  ],
  ['config-knows-no-rooms', 'server/src/config/planted.ts', 'server/src/http/client.ts'],
  [
    'identity-accounts-know-no-other-room',
    'server/src/modules/identity/accounts/planted.ts',
    'server/src/modules/identity/sessions/session.ts',
  ],
  [
    'identity-sessions-stand-on-accounts',
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
    'identity-social-below-calls',
    'server/src/modules/identity/social/planted.ts',
    'server/src/modules/identity/calls/sign-up.ts',
  ],
  [
    'identity-operator-knows-no-calls',
    'server/src/modules/identity/operator/planted.ts',
    'server/src/modules/identity/calls/sign-up.ts',
  ],
  [
    'billing-port-knows-no-other-floor',
    'server/src/modules/billing/port/planted.ts',
    'server/src/modules/billing/records/intent.ts',
  ],
  [
    'billing-providers-know-the-port-only',
    'server/src/modules/billing/providers/stripe/planted.ts',
    'server/src/modules/billing/records/intent.ts',
  ],
  [
    'billing-providers-know-the-port-only',
    'server/src/modules/billing/providers/stripe/planted.ts',
    'server/src/modules/billing/providers/sandbox/index.ts',
  ],
  [
    'billing-records-stand-on-the-port',
    'server/src/modules/billing/records/planted.ts',
    'server/src/modules/billing/projection/project-billing.ts',
  ],
  [
    'billing-projection-below-intents',
    'server/src/modules/billing/projection/planted.ts',
    'server/src/modules/billing/intents/carry-out.ts',
  ],
  [
    'billing-intents-below-calls-and-sync',
    'server/src/modules/billing/intents/planted.ts',
    'server/src/modules/billing/sync/reconcile-billing.ts',
  ],
  [
    'billing-calls-and-sync-are-strangers',
    'server/src/modules/billing/calls/planted.ts',
    'server/src/modules/billing/sync/reconcile-billing.ts',
  ],
  [
    'billing-calls-and-sync-are-strangers',
    'server/src/modules/billing/sync/planted.ts',
    'server/src/modules/billing/providers/stripe/create-stripe-provider.ts',
  ],
  [
    'billing-operator-knows-no-calls',
    'server/src/modules/billing/operator/planted.ts',
    'server/src/modules/billing/calls/lock-owned.ts',
  ],
  [
    'billing-calls-and-sync-are-strangers',
    'server/src/modules/billing/sync/planted.ts',
    'server/src/modules/billing/operator/report.ts',
  ],
  [
    'features-are-strangers',
    'web/src/features/auth/planted.ts',
    'web/src/features/dashboard/dashboard-page.tsx',
  ],
  [
    'features-do-not-know-the-app',
    'web/src/features/auth/planted.ts',
    'web/src/app/not-found-page.tsx',
  ],
  ['product-knows-no-tests', 'web/src/shared/planted.ts', 'web/test/visit.tsx'],
  [
    'shared-knows-no-feature',
    'web/src/shared/planted.ts',
    'web/src/features/auth/sign-in-page.tsx',
  ],
];

describe('the arrows between the rooms', () => {
  let copy;
  let modules;
  let violations;

  beforeAll(async () => {
    // Inside the repository, so that packages resolve as they do in the real tree.
    await mkdir(join(root, '.cache'), { recursive: true });
    copy = await mkdtemp(join(root, '.cache/boundaries-'));
    for (const part of ['contract', 'server', 'web', 'tsconfig.base.json']) {
      await cp(join(root, part), join(copy, part), { recursive: true, filter: isSource });
      await linkPackages(part);
    }
    for (const [index, [, from, to]] of planted.entries()) {
      await plant(toFile(from, index), to);
    }
    ({ modules, violations } = await cruise());
  }, 120_000);
  afterAll(() => rm(copy, { recursive: true, force: true }));

  it('hold in the tree as it stands, of which every file was read', () => {
    const files = planted.map(([, from], index) => toFile(from, index));
    expect(violations.filter(({ file }) => !files.includes(file))).toEqual([]);
    expect(modules).toBeGreaterThan(100);
  });

  it('refuse each planted import by name', () => {
    for (const [index, [rule, from]] of planted.entries()) {
      expect(violations, `${rule}: ${from}`).toContainEqual({ rule, file: toFile(from, index) });
    }
  });

  const toFile = (from, index) => from.replace('planted', `planted-${index}`);

  /** Packages that npm put below the workspace rather than at the root. */
  async function linkPackages(part) {
    const packages = join(root, part, 'node_modules');
    if (existsSync(packages)) {
      await symlink(packages, join(copy, part, 'node_modules'));
    }
  }

  async function plant(from, to) {
    const up = '../'.repeat(from.split('/').length - 1);
    await mkdir(dirname(join(copy, from)), { recursive: true });
    await writeFile(join(copy, from), `export * as planted from '${up}${to}';\n`);
  }

  async function cruise() {
    const program = join(root, 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs');
    const config = join(root, '.dependency-cruiser.cjs');
    const options = ['--config', config, '--output-type', 'json'];
    const { stdout } = await run(
      process.execPath,
      [program, ...options, 'contract/src', 'server/src', 'web/src', 'web/test'],
      { cwd: copy, maxBuffer: 64 * 1024 * 1024 },
    ).catch((error) => error);
    const { summary } = JSON.parse(stdout);
    const errors = summary.violations.filter(({ rule }) => rule.severity === 'error');
    return {
      modules: summary.totalCruised,
      violations: errors.map(({ rule, from }) => ({ rule: rule.name, file: from })),
    };
  }
});
