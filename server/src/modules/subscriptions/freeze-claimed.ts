import type { Transaction } from '../../platform/transaction.ts';
import { recordAudit } from '../audit/index.ts';
import {
  type AccountClaim,
  findAccountById,
  mailAccount,
  mailLanguage,
  mailOperators,
  type OperatorServices,
  type Services,
} from '../identity/index.ts';
import { type ClaimReason, insertClaim, listGivenAway, listHeld } from './ownership-claim-store.ts';
import type { Subscription } from './subscription.ts';

type FreezeServices = OperatorServices & Pick<Services, 'mails'>;

/** Freezes the projects that the account gave away while somebody else may have used it. Their owners stay the owners. */
export async function freezeGivenAway(
  tx: Transaction,
  claim: AccountClaim,
  services: FreezeServices,
): Promise<void> {
  const { account, since } = claim;
  const given = await listGivenAway(tx, { accountId: account.id, since });
  const frozen = await freeze(tx, { claim, reason: 'given-away', projects: given }, services);
  if (frozen.length > 0) {
    await notifyOperators(tx, { claim, reason: 'given-away', frozen }, services);
  }
}

/** Freezes what the account owns, or has given away since its recovery that is contested. */
export async function freezeContested(
  tx: Transaction,
  claim: AccountClaim,
  services: FreezeServices,
): Promise<void> {
  const { account, since } = claim;
  const projects = await listHeld(tx, { accountId: account.id, since });
  const frozen = await freeze(tx, { claim, reason: 'contested', projects }, services);
  // Also of an account without a project: somebody else may have it.
  await notifyOperators(tx, { claim, reason: 'contested', frozen }, services);
}

/** The product freezes: what people did is recorded with their account, and erased with it. */
const nobody = { address: '', userAgent: '' };

interface Freezing {
  readonly claim: AccountClaim;
  readonly reason: ClaimReason;
  /** Locked. */
  readonly projects: readonly Subscription[];
}

/** Answers the projects that the mailbox had not claimed before. */
async function freeze(
  tx: Transaction,
  { claim, reason, projects }: Freezing,
  services: FreezeServices,
): Promise<Subscription[]> {
  const { account, email, at } = claim;
  const frozen: Subscription[] = [];
  for (const project of projects) {
    const { id: subscriptionId } = project;
    const row = { subscriptionId, email, accountId: account.id, reason, claimedAt: at };
    if (!(await insertClaim(tx, row))) {
      continue;
    }
    frozen.push(project);
    const ids = { actorId: null, subjectId: subscriptionId, subscriptionId };
    await recordAudit(tx, { action: 'subscription.frozen', ...ids, at, origin: nobody });
  }
  if (frozen.length > 0) {
    await notifyBoth(tx, { claim, reason, projects: frozen }, services);
  }
  return frozen;
}

async function notifyBoth(
  tx: Transaction,
  { claim, reason, projects }: Freezing,
  { mails }: FreezeServices,
): Promise<void> {
  const { account, email, client } = claim;
  const about = { kind: 'ownership-frozen', reason } as const;
  const isTheirs = reason === 'given-away';
  await mails.queue(tx, {
    to: { email, emailVerified: true },
    language: mailLanguage(account, client),
    content: {
      ...about,
      name: isTheirs ? account.displayName : '',
      // The mailbox may belong to an intruder, who learns no names.
      projects: isTheirs ? toNames(projects) : projects.map(() => ''),
      isOwner: false,
    },
  });
  for (const ownerId of new Set(projects.map((project) => project.ownerId))) {
    const owned = projects.filter((project) => project.ownerId === ownerId);
    const owner = await findAccountById(tx, ownerId);
    const content = (name: string) => ({
      ...about,
      name,
      projects: toNames(owned),
      isOwner: true,
    });
    await mailAccount(tx, { account: owner, content }, { client, mails });
  }
}

const toNames = (projects: readonly Subscription[]) => projects.map(({ name }) => name ?? '');

async function notifyOperators(
  tx: Transaction,
  { claim, reason, frozen }: Omit<Freezing, 'projects'> & { readonly frozen: Subscription[] },
  services: FreezeServices,
): Promise<void> {
  const { account, email: claimant } = claim;
  const projects = frozen.map(({ id }) => id);
  const about = { accountId: account.id, claimant, reason, projects };
  await mailOperators(tx, (name) => ({ kind: 'ownership-claimed', name, ...about }), services);
}
