import { toActionSite } from '../src/config-parts.ts';
import {
  endAccountSessions,
  getAccountFor,
  makePasswordLink,
  rotateSigningKey,
  setAccountDisabled,
} from '../src/modules/identity/index.ts';
import {
  type Action,
  type Changes,
  type Happening,
  operator,
  writtenBy,
} from './audit-recorder.ts';
import type { TestApp } from './test-app.ts';
import { createPerson } from './wire-client.ts';

export type OperatorAction = Extract<
  Action,
  | 'account.password-link-made'
  | 'account.disabled'
  | 'account.enabled'
  | 'session.all-ended'
  | 'signing-key.rotated'
>;

/** What is done from the command line. */
export const operatorChanges: Record<OperatorAction, Changes> = {
  'account.password-link-made': {
    operator: (app) => operateOn(app, (account) => makePasswordLink(account, operate(app))),
  },
  'account.disabled': {
    operator: (app) => operateOn(app, (account) => setAccountDisabled(account, true, operate(app))),
  },
  'account.enabled': {
    operator: (app) =>
      operateOn(app, (account) => setAccountDisabled(account, false, operate(app))),
  },
  'session.all-ended': {
    operator: (app) => operateOn(app, (account) => endAccountSessions(account, operate(app))),
  },
  'signing-key.rotated': {
    async operator(app) {
      const { secretKey } = app.config;
      let subject = '';
      const rows = await writtenBy(app, async () => {
        subject = await rotateSigningKey({ db: app.db, clock: app.clock, secretKey });
      });
      return { rows, actor: null, subject, origin: operator };
    },
  },
};

const operate = ({ db, clock, config }: TestApp) => ({ db, clock, site: toActionSite(config) });

/** What an operator does to somebody from the command line. */
async function operateOn(
  app: TestApp,
  work: (account: Awaited<ReturnType<typeof getAccountFor>>) => Promise<unknown>,
): Promise<Happening> {
  const { uid } = await createPerson(app);
  const account = await getAccountFor(uid, operate(app));
  const rows = await writtenBy(app, () => work(account));
  return { rows, actor: null, subject: uid, origin: operator };
}
