import type { English } from '../en/index.ts';
import type { LocaleShape } from '../locale-shape.ts';
import { account } from './account.ts';
import { activity } from './activity.ts';
import { billing, invoices } from './billing.ts';
import { clock } from './clock.ts';
import { dashboard } from './dashboard.ts';
import { dialog } from './dialog.ts';
import { first } from './first.ts';
import { identityProvider } from './identity-provider.ts';
import { mailbox } from './mailbox.ts';
import { invites, users } from './members.ts';
import { ownership } from './ownership.ts';
import { payment } from './payment.ts';
import { refusals } from './refusals.ts';
import { signedInErrors } from './signed-in-errors.ts';
import { error, subscription, success } from './subscription.ts';
import { visitors } from './visitors.ts';

export const zh: LocaleShape<English> = {
  ...first,
  auth: {
    ...first.auth,
    ...visitors.auth,
    missing: { ...first.auth.missing, ...visitors.auth.missing },
    social: { ...first.auth.social, ...visitors.auth.social },
  },
  errors: {
    ...first.errors,
    ...visitors.errors,
    ...signedInErrors,
    refusals: { ...refusals, ...visitors.errors.refusals, ...first.errors.refusals },
  },
  account,
  activity,
  billing,
  clock,
  dashboard,
  dialog,
  error,
  identityProvider,
  invites,
  invoices,
  mailbox,
  ownership,
  payment,
  subscription,
  success,
  users,
};
