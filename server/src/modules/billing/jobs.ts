import type { JobLog } from '../../platform/job-log.ts';
import { finishIntents } from './intents/carry-out.ts';
import { findLeftCustomer } from './intents/customer.ts';
import { tellEmail, tellEmailTask } from './intents/payer-email.ts';
import { removeCustomer } from './intents/refuse-creation.ts';
import type { PerformContext } from './port/billing-services.ts';
import { projectBilling } from './projection/project-billing.ts';
import type { SandboxProvider } from './providers/sandbox/index.ts';
import { projectBillingTask } from './records/billing-account-store.ts';
import { askForReconciling, reconcileBillingTask } from './records/comparison-store.ts';
import { finishIntentsTask } from './records/intent-store.ts';
import {
  findCustomerTask,
  type MissingCustomer,
  removeCustomerTask,
} from './records/left-customer-store.ts';
import { followEventsTask, keepEvent } from './records/provider-event-store.ts';
import { followEvents, pullEvents } from './sync/provider-events.ts';
import { reconcileBilling } from './sync/reconcile-billing.ts';

/** Jobs act for nobody in particular. */
export const nobodysClient = { address: '', userAgent: '', cookieSession: false } as const;

export interface MoneyWork {
  /** What is due by then: renewals of the sandbox, changes that a crash left open, events nobody told. */
  runDue(at: Date): Promise<void>;
  /** Takes into the inbox what has happened at the provider. */
  takeEvents(): Promise<void>;
  /** The job that goes on with changes that were left open. */
  finishIntents(): Promise<void>;
  /** The job of one customer's events. */
  followCustomer(payload: unknown): Promise<void>;
  /** The job that compares some subscriptions with what the provider has. */
  reconcile(log: JobLog): Promise<void>;
  /** The job of one customer whom a crash may have left there. */
  findCustomer(payload: unknown): Promise<void>;
  /** The job of one customer of whom nothing is left here. */
  removeCustomer(payload: unknown): Promise<void>;
  /** The job of one subscription whose owner's address has changed. */
  tellEmail(payload: unknown): Promise<void>;
  /** The job of one subscription. */
  projectBilling(payload: unknown): Promise<void>;
}

const batch = 500;

/** The background work of billing; none where nobody takes money. */
export function createMoneyWork(
  context: PerformContext,
  sandbox: SandboxProvider | undefined,
): MoneyWork {
  const { payments } = context;
  const paying = payments && { ...context, payments };

  /** The sandbox says itself what nobody has taken: a renewal that is made up for happened long ago. */
  async function deliverSandbox(from: SandboxProvider): Promise<void> {
    let taken: number;
    do {
      const events = await from.listUndelivered(batch);
      for (const event of events) {
        await keepEvent(context.db, event, context.clock.now());
      }
      await from.markDelivered(events.map(({ id }) => id));
      taken = events.length;
    } while (taken === batch);
  }

  async function takeEvents(): Promise<void> {
    if (sandbox) {
      await deliverSandbox(sandbox);
    } else if (paying) {
      await pullEvents(paying);
    }
  }

  return {
    async runDue(at) {
      await takeEach([
        async () => await sandbox?.runDue(at),
        () => finishIntents(context),
        takeEvents,
        async () => paying && (await askForReconciling(context.db)),
      ]);
    },
    takeEvents,
    finishIntents: () => finishIntents(context),
    async followCustomer(payload) {
      const { customerId } = payload as { readonly customerId: string | null };
      if (paying) {
        await followEvents(customerId, paying);
      }
    },
    async reconcile(log) {
      if (paying) {
        await reconcileBilling({ ...paying, log, takeEvents });
      }
    },
    async findCustomer(payload) {
      if (paying) {
        await findLeftCustomer(payload as MissingCustomer, paying);
      }
    },
    async removeCustomer(payload) {
      const { customerId } = payload as { readonly customerId: string };
      if (paying) {
        await removeCustomer(customerId, paying.payments);
      }
    },
    async tellEmail(payload) {
      const { subscriptionId } = payload as { readonly subscriptionId: string };
      if (paying) {
        await tellEmail(subscriptionId, paying);
      }
    },
    async projectBilling(payload) {
      const { subscriptionId } = payload as { readonly subscriptionId: string };
      if (paying) {
        await projectBilling(subscriptionId, paying);
      }
    },
  };
}

/** The work under the names by which jobs ask for it. */
export function toMoneyTasks(money: MoneyWork, log: JobLog) {
  return {
    [finishIntentsTask]: money.finishIntents,
    [followEventsTask]: money.followCustomer,
    [projectBillingTask]: money.projectBilling,
    [findCustomerTask]: money.findCustomer,
    [removeCustomerTask]: money.removeCustomer,
    [tellEmailTask]: money.tellEmail,
    [reconcileBillingTask]: () => money.reconcile(log),
  };
}

/** In their order; one that is stuck does not keep those behind it waiting. */
async function takeEach(steps: readonly (() => Promise<unknown>)[]): Promise<void> {
  const errors: unknown[] = [];
  for (const step of steps) {
    try {
      await step();
    } catch (error) {
      errors.push(error);
    }
  }
  if (errors.length > 0) {
    throw new AggregateError(errors, `Work on money failed: ${errors.join('; ')}`);
  }
}
