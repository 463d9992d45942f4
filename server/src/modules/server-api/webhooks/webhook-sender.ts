import { createBoundedQueue } from '../../../platform/bounded-queue.ts';
import { unlessLate } from '../../../platform/unless-late.ts';
import { type InTurn, type SendWebhookParts, sendDelivery } from './send-webhook.ts';
import {
  claimDeliveries,
  type DeliveryWithEvent,
  giveUpDue,
  listDueEndpoints,
} from './webhook-delivery-store.ts';
import { placesOf, type StoredEndpoint } from './webhook-endpoint.ts';
import { findEndpoint, reopenFullEndpoints } from './webhook-endpoint-store.ts';

/** Sends deliveries, to each endpoint in a lane of its own. */
export interface WebhookSender {
  /** Begins to send what is due. */
  wake(): Promise<void>;
  /** Looks after what no job wakes: deliveries of a process that died, and endpoints that were full. */
  runDue(): Promise<void>;
  /** Resolves once nothing is under way. */
  settled(): Promise<void>;
  /** Begins nothing more, and waits for what is under way. */
  stop(): Promise<void>;
}

/** Statements at a time, so that webhooks leave most connections to requests. */
const databasePlaces = 4;
const stopMs = 6_000;

interface Lane {
  /** Tells the lane that something may be due. */
  ask: () => void;
  readonly running: Promise<void>;
}

export function createWebhookSender(parts: SendWebhookParts): WebhookSender {
  const { db, clock, webhooks, log } = parts;
  const lanes = new Map<string, Lane>();
  let isStopping = false;
  const places = { places: databasePlaces, longestWaitMs: Number.POSITIVE_INFINITY, expectedMs: 5 };
  const inTurn: InTurn = createBoundedQueue(places).run;

  async function wake(): Promise<void> {
    for (const id of await listDueEndpoints(db)) {
      const lane = lanes.get(id);
      if (lane) {
        lane.ask();
      } else if (!isStopping) {
        open(id);
      }
    }
  }

  function open(id: string): void {
    const lane: Lane = { ask: () => undefined, running: Promise.resolve() };
    lanes.set(id, lane);
    const running = drain(id, lane)
      // Claims expire, and the work of each minute starts the sending again.
      .catch((error: unknown) => log.warn({ err: error, endpoint: id }, 'webhook lane stopped'))
      .finally(() => lanes.get(id) === lane && lanes.delete(id));
    Object.assign(lane, { running });
  }

  /** Keeps as many deliveries under way as the endpoint takes, until none is due. */
  async function drain(id: string, lane: Lane): Promise<void> {
    const underWay = new Set<Promise<void>>();
    for (;;) {
      let isAsked = false;
      const asked = new Promise<void>((resolve) => {
        lane.ask = () => {
          isAsked = true;
          resolve();
        };
      });
      const { endpoint, taken } = await inTurn(() => take(id, underWay.size));
      for (const delivery of taken) {
        const sending = attempt(delivery, endpoint).finally(() => underWay.delete(sending));
        underWay.add(sending);
      }
      if (underWay.size > 0) {
        await Promise.race([asked, ...underWay]);
      } else if (!isAsked) {
        lanes.delete(id);
        return;
      }
    }
  }

  async function take(id: string, underWay: number): Promise<Taken> {
    const endpoint = isStopping ? undefined : await findEndpoint(db, id);
    if (endpoint === undefined || endpoint.isPaused) {
      return { taken: [] };
    }
    if (endpoint.offReason !== null) {
      await giveUpDue(db, id, clock.now());
      return { taken: [] };
    }
    const free = placesOf(endpoint, webhooks.concurrency) - underWay;
    return { endpoint, taken: free > 0 ? await claimDeliveries(db, id, free) : [] };
  }

  async function attempt(delivery: DeliveryWithEvent, endpoint?: StoredEndpoint): Promise<void> {
    if (endpoint) {
      await sendDelivery(delivery, endpoint, { parts, inTurn }).catch((error: unknown) =>
        log.warn({ err: error, delivery: delivery.id }, 'webhook attempt lost'),
      );
    }
  }

  async function settled(): Promise<void> {
    while (lanes.size > 0) {
      await Promise.all([...lanes.values()].map(({ running }) => running));
    }
  }

  return {
    wake,
    async runDue() {
      await reopenFullEndpoints(db);
      await wake();
    },
    settled,
    async stop() {
      isStopping = true;
      for (const { ask } of lanes.values()) {
        ask();
      }
      await unlessLate(settled(), stopMs);
    },
  };
}

interface Taken {
  readonly endpoint?: StoredEndpoint;
  readonly taken: readonly DeliveryWithEvent[];
}
