import { dashboard } from './dashboard.ts';
import { dialog } from './dialog.ts';
import { shell } from './shell.ts';
import { signedInErrors } from './signed-in-errors.ts';
import { error, subscription, success } from './subscription.ts';
import { verification } from './verification.ts';

export const homeWords = {
  dashboard,
  dialog,
  error,
  errors: signedInErrors,
  shell,
  subscription,
  success,
  verification,
} as const;
