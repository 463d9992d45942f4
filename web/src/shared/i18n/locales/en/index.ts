import { account } from './account.ts';
import { errors as actionErrors, auth as authAction } from './action.ts';
import { activity } from './activity.ts';
import { billing } from './billing.ts';
import { business } from './business.ts';
import { consoleWords } from './console.ts';
import { cost } from './cost.ts';
import { clock, identityProvider, mailbox, ui } from './dev.ts';
import { ending } from './ending.ts';
import { homeWords } from './home.ts';
import { invitation } from './invitation.ts';
import { invoices } from './invoices.ts';
import { invites, ownership, users } from './members.ts';
import { now } from './now.ts';
import { operator } from './operator.ts';
import { palette } from './palette.ts';
import { paging, planLimit } from './parts.ts';
import { paid, payment } from './payment.ts';
import { price } from './price.ts';
import { publicWords } from './public.ts';
import { refusals } from './refusals.ts';
import { secondFactor } from './second-factor.ts';

export const en = {
  ...publicWords,
  ...homeWords,
  auth: { ...publicWords.auth, ...authAction },
  errors: {
    ...publicWords.errors,
    ...homeWords.errors,
    ...actionErrors,
    refusals: { ...refusals, ...actionErrors.refusals, ...publicWords.errors.refusals },
  },
  account,
  activity,
  billing,
  business,
  clock,
  console: consoleWords,
  cost,
  ending,
  ui,
  identityProvider,
  invitation,
  invites,
  invoices,
  mailbox,
  now,
  operator,
  ownership,
  paging,
  palette,
  paid,
  planLimit,
  payment,
  price,
  secondFactor,
  users,
} as const;

export type English = typeof en;
