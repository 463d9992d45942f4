import { account } from './account.ts';
import { dashboard } from './dashboard.ts';
import { dialog } from './dialog.ts';
import { first } from './first.ts';
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
  },
  errors: {
    ...first.errors,
    ...visitors.errors,
    ...signedInErrors,
    refusals: { ...refusals, ...visitors.errors.refusals, ...first.errors.refusals },
  },
  account,
  dashboard,
  dialog,
  error,
  subscription,
  success,
} as const;

export type English = typeof en;
