import { account } from './account.ts';
import { activity } from './activity.ts';
import { dashboard } from './dashboard.ts';
import { dialog } from './dialog.ts';
import { first } from './first.ts';
import { identityProvider } from './identity-provider.ts';
import { mailbox } from './mailbox.ts';
import { invites, users } from './members.ts';
import { ownership } from './ownership.ts';
import { refusals } from './refusals.ts';
import { signedInErrors } from './signed-in-errors.ts';
import { error, subscription, success } from './subscription.ts';
import { visitors } from './visitors.ts';

export const en = {
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
  dashboard,
  dialog,
  error,
  identityProvider,
  invites,
  mailbox,
  ownership,
  subscription,
  success,
  users,
} as const;

export type English = typeof en;
