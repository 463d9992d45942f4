import { type ListedSubscription, updateUser } from '@hearth/contract';
import { useApi } from '../../shared/api/index.ts';
import { useChange } from '../../shared/api/use-change.ts';
import { useConfig } from '../../shared/config/index.ts';
import { useAccount, useSession } from '../../shared/session/index.ts';
import { useNeedsPayment } from './needs-payment.ts';

export type StepName = 'name' | 'invite' | 'card';

export interface ChecklistState {
  /** In the order in which they are offered. */
  readonly steps: readonly { readonly name: StepName; readonly isDone: boolean }[];
  /** The person's own project; none before it is created. */
  readonly project: ListedSubscription | undefined;
}

/**
 * First steps of a person who has no project but their own one. Undefined if all are done, the person hid the list, or
 * already works with others.
 */
export function useChecklist(
  subscriptions: readonly ListedSubscription[] | undefined,
): ChecklistState | undefined {
  const { uid, checklistHidden } = useAccount();
  const { payments } = useConfig();
  const needsPayment = useNeedsPayment();
  if (!subscriptions || checklistHidden || !isFirstRun(subscriptions, uid)) {
    return undefined;
  }
  const [project] = subscriptions;
  // The strip of trouble has the page's one primary button; first steps come after it is done.
  if (project && (needsPayment(project) || project.cancel_at !== undefined)) {
    return undefined;
  }
  const steps = toSteps(project).filter(
    ({ name }) => name !== 'card' || payments.provider !== 'none',
  );
  return steps.every(({ isDone }) => isDone) ? undefined : { steps, project };
}

function isFirstRun([first, ...others]: readonly ListedSubscription[], uid: string): boolean {
  const isOwn = first === undefined || (first.owner_id === uid && first.status === 'active');
  return isOwn && others.length === 0;
}

function toSteps(project: ListedSubscription | undefined): ChecklistState['steps'] {
  return [
    { name: 'name', isDone: Boolean(project?.settings.name) },
    { name: 'invite', isDone: project !== undefined && project.seats.used > 1 },
    { name: 'card', isDone: project !== undefined && project.card !== null },
  ];
}

export function useHideChecklist() {
  const api = useApi();
  const { uid } = useAccount();
  const { reload } = useSession();
  const { busy, error, run } = useChange();

  const hide = () =>
    run(async () => {
      await api.call(updateUser, { uid, checklist_hidden: true });
      await reload();
    });

  return { busy, error, hide };
}
