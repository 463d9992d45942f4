import { findDomain } from '@hearth/contract';
import { refuseUnless } from '../../../platform/refusal.ts';
import type { Database } from '../../../platform/transaction.ts';
import type { IdentityServices } from '../operation.ts';
import { hasAccountInvitation } from './account-invitation-store.ts';
import { isEmailTaken } from './account-store.ts';

interface Entry {
  /** Address as it is stored. */
  readonly email: string;
  /** An account that exists only moves to the address, so `policy.signUp` does not ask for an invitation. */
  readonly purpose: 'new-account' | 'address-change';
}

type AdmissionServices = Pick<IdentityServices, 'clock' | 'hooks' | 'settings'>;

/**
 * Refuses an address that `policy` keeps out. It comes before anything that looks at accounts, so the refusal does not
 * tell whether the address has one.
 */
export async function requireAdmitted(
  db: Database,
  entry: Entry,
  context: AdmissionServices,
): Promise<void> {
  refuseUnless(await isAdmitted(db, entry, context), 'auth/admin-restricted-operation');
}

/** Like `requireAdmitted`, for those who answer alike in both cases. */
export async function isAdmitted(
  db: Database,
  entry: Entry,
  context: AdmissionServices,
): Promise<boolean> {
  return (
    (await followsPolicy(db, entry, context)) || (await isInvitedByOperator(db, entry, context))
  );
}

/**
 * Refuses an unproven address that may not have a new account. An existing account makes no difference, unless the
 * settings let anybody ask whether there is one.
 */
export async function requireAdmittedClaim(
  db: Database,
  email: string,
  context: AdmissionServices,
): Promise<void> {
  const mayTell = !context.settings.emailEnumerationProtection;
  if (!(mayTell && (await isEmailTaken(db, email)))) {
    await requireAdmitted(db, { email, purpose: 'new-account' }, context);
  }
}

async function followsPolicy(
  db: Database,
  { email, purpose }: Entry,
  { clock, hooks, settings }: AdmissionServices,
): Promise<boolean> {
  const { signUp, signUpDomains } = settings.policy;
  if (!isOfDomain(email, signUpDomains)) {
    return false;
  }
  if (purpose === 'address-change' || signUp === 'open') {
    return true;
  }
  return signUp === 'invited' && (await hooks.isInvited(db, { email, at: clock.now() }));
}

function isOfDomain(email: string, domains: readonly string[]): boolean {
  const domain = email.slice(email.lastIndexOf('@') + 1);
  return domains.length === 0 || domains.some((each) => findDomain(each) === domain);
}

function isInvitedByOperator(
  db: Database,
  { email }: Entry,
  { clock }: AdmissionServices,
): Promise<boolean> {
  return hasAccountInvitation(db, { email, at: clock.now() });
}
