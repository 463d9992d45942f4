import { sql } from 'kysely';
import { noApp } from '../../src/app/index.ts';
import { toActionSite } from '../../src/boot/parts.ts';
import { move, relink, resync, settle, tax } from '../../src/cli/billing.ts';
import { settle as settleProject } from '../../src/cli/subscriptions.ts';
import { addOperator, dismissOperator } from '../../src/modules/console/index.ts';
import {
  endAllSessionsAndCodes,
  getAccountFor,
  makePasswordLink,
  rotateSigningKey,
} from '../../src/modules/identity/index.ts';
import { revokeApiKey } from '../../src/modules/keys/index.ts';
import {
  billingDetails,
  createPaidSubscription,
  raisePro,
  withoutProvider,
} from '../billing/support/payment-scenes.ts';
import { beginRaised } from '../billing/support/raised-price.ts';
import { steerStripe } from '../billing/support/sandbox.ts';
import { withTaxes } from '../billing/support/tax-scenes.ts';
import { enrollApp } from '../harness/authenticator.ts';
import { createFrozen } from '../harness/frozen-project.ts';
import { importAccountsTo, importedAccount } from '../harness/imports.ts';
import {
  actOn,
  beginAddressChange,
  byCommand,
  callAs,
  createRole,
  inviteByOperator,
  planDeletion,
} from '../harness/operators.ts';
import { makeKey } from '../harness/server-api.ts';
import { createOwnTestApp, findLocation, type TestApp } from '../harness/test-app.ts';
import {
  applyCode,
  callable,
  createFreeSubscription,
  createPerson,
  createVerifiedPerson,
  newAddress,
} from '../harness/wire-client.ts';

import {
  type Action,
  about,
  type Changes,
  type Happening,
  nowhere,
  operator,
  someId,
  written,
  writtenBy,
} from './recorder.ts';

export type OperatorAction = Extract<
  Action,
  | 'account.password-link-made'
  | 'account.factors-removed'
  | 'account.disabled'
  | 'account.enabled'
  | 'account.imported'
  | 'account.invited'
  | 'account.email-change-begun'
  | 'account.email-change-confirmed'
  | 'account.email-change-stopped'
  | 'account.email-change-given-up'
  | 'account.deletion-planned'
  | 'account.deletion-stopped'
  | 'account.deletion-given-up'
  | 'session.all-ended'
  | 'operator.added'
  | 'operator.removed'
  | 'signing-key.rotated'
  | 'api-key.created'
  | 'api-key.revoked'
  | 'backup.restored'
  | 'billing.resynced'
  | 'billing.relinked'
  | 'billing.change-settled'
  | 'billing.change-refused'
  | 'billing.price-moved'
  | 'billing.taxes-started'
  | 'subscription.ownership-settled'
>;

/** Cases of the command line. */
export const operatorChanges: Record<OperatorAction, Changes> = {
  'account.password-link-made': {
    operator: (app) => operateOn(app, (account) => makePasswordLink(account, operate(app))),
  },
  'account.factors-removed': {
    async operator(app) {
      const { person } = await enrollApp(app, await createVerifiedPerson(app));
      const rows = await writtenBy(app, () => byCommand(app, person, 'remove-factors'));
      return { rows, actor: null, subject: person.uid, origin: operator };
    },
  },
  'account.disabled': {
    operator: (app) => operateOn(app, ({ id: uid }) => byCommand(app, { uid }, 'disable')),
    async actOnAccount(app) {
      const by = await createRole(app, 'admin');
      const { uid } = await createPerson(app);
      const body = { act: 'disable', reason: 'Ticket 1', seen: 0 };
      const rows = await written(app, () => callAs(app, by, `POST /accounts/${uid}/acts`, body));
      return { rows, actor: by.uid, subject: uid };
    },
  },
  'account.enabled': {
    operator: (app) => operateOn(app, ({ id: uid }) => byCommand(app, { uid }, 'enable')),
  },
  'account.imported': {
    async operator(app) {
      const account = importedAccount();
      const rows = await writtenBy(app, () => importAccountsTo(app, [account]));
      return { rows, actor: null, subject: account.uid, origin: operator };
    },
  },
  'account.invited': {
    async operator(app) {
      const rows = await writtenBy(app, () => inviteByOperator(app, newAddress()));
      return { rows, actor: null, subject: someId, origin: operator };
    },
  },
  'account.email-change-begun': {
    async actOnAccount(app) {
      const by = await createRole(app, 'admin');
      const person = await createVerifiedPerson(app);
      const rows = await writtenBy(app, () => beginAddressChange(app, by, person));
      return { rows, actor: by.uid, subject: person.uid };
    },
  },
  'account.email-change-confirmed': {
    async update(app) {
      const person = await createVerifiedPerson(app);
      const { confirm } = await beginAddressChange(app, await createRole(app, 'admin'), person);
      return { rows: await written(app, () => applyCode(app, confirm)), ...about(person) };
    },
  },
  'account.email-change-stopped': {
    async actOnAccount(app) {
      const by = await createRole(app, 'admin');
      const person = await createVerifiedPerson(app);
      await beginAddressChange(app, by, person);
      const stop = { act: 'stop-address-change', seen: 1 } as const;
      const rows = await written(app, () => actOn(app, by, person, stop));
      return { rows, actor: by.uid, subject: person.uid };
    },
    async update(app) {
      const person = await createVerifiedPerson(app);
      const { stop } = await beginAddressChange(app, await createRole(app, 'admin'), person);
      return { rows: await written(app, () => applyCode(app, stop)), ...about(person) };
    },
  },
  'account.email-change-given-up': {
    async sweep(app) {
      const person = await createVerifiedPerson(app);
      await beginAddressChange(app, await createRole(app, 'admin'), person);
      await sql`update address_changes set takes_effect_at = begun_at, gives_up_at = begun_at
        where account_id = ${person.uid}`.execute(app.db);
      const rows = await writtenBy(app, () => app.app.runDue());
      return { rows, actor: null, subject: person.uid, origin: nowhere };
    },
  },
  'account.deletion-planned': {
    async actOnAccount(app) {
      const by = await createRole(app, 'admin');
      const person = await createVerifiedPerson(app);
      const rows = await writtenBy(app, () => planDeletion(app, by, person));
      return { rows, actor: by.uid, subject: person.uid };
    },
  },
  'account.deletion-stopped': {
    async actOnAccount(app) {
      const by = await createRole(app, 'admin');
      const person = await createVerifiedPerson(app);
      await planDeletion(app, by, person);
      const rows = await written(app, () => actOn(app, by, person, { act: 'keep', seen: 1 }));
      return { rows, actor: by.uid, subject: person.uid };
    },
    async update(app) {
      const person = await createVerifiedPerson(app);
      const keep = await planDeletion(app, await createRole(app, 'admin'), person);
      return { rows: await written(app, () => applyCode(app, keep)), ...about(person) };
    },
  },
  'account.deletion-given-up': {
    async sweep(app) {
      const person = await createVerifiedPerson(app);
      await planDeletion(app, await createRole(app, 'admin'), person);
      await createFreeSubscription(app, person);
      await sql`update planned_deletions set deletes_at = ${app.clock.now()}
        where account_id = ${person.uid}`.execute(app.db);
      const rows = await writtenBy(app, () => app.app.runDue());
      return { rows, actor: null, subject: person.uid, origin: nowhere };
    },
  },
  'session.all-ended': {
    operator: (app) => operateOn(app, ({ id: uid }) => byCommand(app, { uid }, 'end-sessions')),
  },
  'operator.added': {
    operator: (app) => operateOn(app, (account) => addOperator(account, 'support', operate(app))),
  },
  'operator.removed': {
    async operator(app) {
      const { uid } = await createVerifiedPerson(app);
      await addOperator({ id: uid }, 'support', operate(app));
      const rows = await writtenBy(app, () => dismissOperator({ id: uid }, operate(app)));
      return { rows, actor: null, subject: uid, origin: operator };
    },
  },
  'signing-key.rotated': {
    async operator(app) {
      const { secretKey } = app.config;
      let subject = '';
      const rows = await writtenBy(app, async () => {
        subject = (await rotateSigningKey({ db: app.db, clock: app.clock, secretKey })).id;
      });
      return { rows, actor: null, subject, origin: operator };
    },
  },
  'api-key.created': {
    async operator(app) {
      let subject = '';
      const rows = await writtenBy(app, async () => {
        subject = (await makeKey(app)).id;
      });
      return { rows, actor: null, subject, origin: operator };
    },
  },
  'api-key.revoked': {
    async operator(app) {
      const { id } = await makeKey(app);
      const rows = await writtenBy(app, () => revokeApiKey(id, app));
      return { rows, actor: null, subject: id, origin: operator };
    },
  },
  'backup.restored': {
    async operator({ clock }) {
      // It signs everybody out, so the others have a product of their own.
      const own = await createOwnTestApp({ startsAt: clock.now() });
      const rows = await writtenBy(own, async () => {
        await own.db.transaction().execute((tx) => endAllSessionsAndCodes(tx, clock.now()));
      });
      return { rows, actor: null, subject: 'everybody', origin: operator };
    },
  },
  'subscription.ownership-settled': {
    async operator(app) {
      const { owner, subscriptionId } = await createFrozen(app);
      const settling = { subscriptionId, newOwner: undefined };
      const rows = await writtenBy(app, () =>
        settleProject(settling, { ...app, appServer: noApp }),
      );
      return {
        rows,
        actor: null,
        subject: owner.uid,
        subscription: subscriptionId,
        origin: operator,
      };
    },
  },
  'billing.resynced': {
    operator: (app) => operateOnBilling(app, ({ id }, context) => resync(id, context)),
  },
  'billing.relinked': {
    async operator(app) {
      return await operateOnBilling(app, async ({ id }, context) => {
        const { rows } = await sql<{ customerId: string; chargedId: string }>`
          select customer_id as "customerId", provider_subscription_id as "chargedId"
          from billing_accounts where subscription_id = ${id}`.execute(app.db);
        const { customerId = '', chargedId } = rows[0] ?? {};
        await relink({ name: id, customerId, chargedId }, context);
      });
    },
  },
  'billing.change-settled': {
    async operator(app) {
      const happening = await operateOnBilling(app, async (project, context) =>
        settle({ name: await leaveOpen(app, project), isRefused: false }, context),
      );
      return { ...happening, also: ['billing.details-updated'] };
    },
  },
  'billing.price-moved': {
    async operator({ clock }) {
      // The sandbox of the others must not meet a price that they do not know.
      const own = await createOwnTestApp({ startsAt: clock.now() });
      const happening = await operateOnBilling(own, ({ id }, context) => {
        const { config } = context;
        const plans = config.product.plans.map(raisePro);
        const raised = { ...context, config: { ...config, product: { ...config.product, plans } } };
        return move({ name: id, isMeant: true }, raised);
      });
      return { ...happening, also: ['billing.payment-received'] };
    },
    async actOnSubscription({ clock }) {
      const { shop, id, move } = await beginRaised({ startsAt: clock.now() });
      const rows = await written(shop, () => move());
      const also = ['billing.payment-received' as const];
      return { rows, actor: null, subject: id, subscription: id, origin: operator, also };
    },
  },
  'billing.taxes-started': {
    async operator(app) {
      // The price was sold without a word about taxes.
      await steerStripe(app, 'config', { tax: { defaultBehavior: 'exclusive' } });
      const happening = await operateOnBilling(app, async ({ id }, context) => {
        const config = withTaxes(context.config);
        await resync(id, { ...context, config });
        await tax({ name: id, isMeant: true }, { ...context, config });
      });
      return { ...happening, also: ['billing.resynced'] };
    },
  },
  'billing.change-refused': {
    operator: (app) =>
      operateOnBilling(app, async (project, context) =>
        settle({ name: await leaveOpen(app, project), isRefused: true }, context),
      ),
  },
};

interface Project {
  readonly id: string;
  readonly idToken: string;
}

/** Runs a command for a paid project. */
async function operateOnBilling(
  app: TestApp,
  work: (project: Project, context: Parameters<typeof resync>[1]) => Promise<unknown>,
): Promise<Happening> {
  const { idToken } = await createPerson(app);
  const id = await createPaidSubscription(app, { idToken });
  const context = { ...app, location: await findLocation(app) };
  const rows = await writtenBy(app, () => work({ id, idToken }, context));
  return { rows, actor: null, subject: id, subscription: id, origin: operator };
}

/** An address that is changed while the provider is away; answers the intent. */
async function leaveOpen(app: TestApp, { id, idToken }: Project): Promise<string> {
  const data = { subscriptionId: id, ...billingDetails };
  await withoutProvider(app, () => callable(app, 'updateBillingDetails', { idToken, data }));
  const { rows } = await sql<{ id: string }>`
    select id from intents where subscription_id = ${id} and status = 'open'`.execute(app.db);
  return rows[0]?.id ?? '';
}

const operate = ({ db, clock, config }: TestApp) => ({ db, clock, site: toActionSite(config) });

/** Runs a command for somebody's account. */
async function operateOn(
  app: TestApp,
  work: (account: Awaited<ReturnType<typeof getAccountFor>>) => Promise<unknown>,
): Promise<Happening> {
  const { uid } = await createPerson(app);
  const account = await getAccountFor(uid, operate(app));
  const rows = await writtenBy(app, () => work(account));
  return { rows, actor: null, subject: uid, origin: operator };
}
