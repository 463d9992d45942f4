import { account } from './account.ts';
import { activity } from './activity.ts';
import { auth as authAction } from './auth-action.ts';
import { billing, invoices } from './billing.ts';
import { dashboard } from './dashboard.ts';
import { clock, identityProvider, mailbox, ui } from './dev.ts';
import { dialog } from './dialog.ts';
import { invitation } from './invitation.ts';
import { invites, ownership, users } from './members.ts';
import { payment } from './payment.ts';
import { publicWords } from './public.ts';
import { refusals, signedInErrors } from './refusals.ts';
import { shell } from './shell.ts';
import { error, subscription, success } from './subscription.ts';

export const en = {
  ...publicWords,
  auth: { ...publicWords.auth, ...authAction },
  errors: {
    ...publicWords.errors,
    ...signedInErrors,
    refusals: { ...refusals, ...publicWords.errors.refusals },
  },
  account,
  activity,
  billing,
  clock,
  ui,
  dashboard,
  dialog,
  error,
  identityProvider,
  invitation,
  invites,
  invoices,
  mailbox,
  ownership,
  payment,
  shell,
  subscription,
  success,
  users,
} as const;

export type English = typeof en;
