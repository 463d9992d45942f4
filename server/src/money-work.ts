import {
  finishIntents,
  followEvent,
  keepEvent,
  type PerformContext,
  projectBilling,
  pullEvents,
  type SandboxProvider,
} from './modules/billing/index.ts';

/** Jobs act for nobody in particular. */
export const nobodysClient = { address: '', userAgent: '', cookieSession: false } as const;

export interface MoneyWork {
  /** What is due by then: renewals of the sandbox, changes that a crash left open, events nobody told. */
  runDue(at: Date): Promise<void>;
  /** Takes up what has happened at the provider. */
  followEvents(): Promise<void>;
  /** The job of one event. */
  followEvent(payload: unknown): Promise<void>;
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

  async function followEvents(): Promise<void> {
    if (sandbox) {
      await deliverSandbox(sandbox);
    } else if (paying) {
      await pullEvents(paying);
    }
  }

  return {
    async runDue(at) {
      await sandbox?.runDue(at);
      await finishIntents(context);
      await followEvents();
    },
    followEvents,
    async followEvent(payload) {
      const { eventId } = payload as { readonly eventId: string };
      if (paying) {
        await followEvent(eventId, paying);
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
