import { createHmac } from 'node:crypto';
import type Stripe from 'stripe';
import type { Catalogue, Stored } from './state.ts';
import {
  type Delivery,
  type DeliveryOutcomes,
  mostTaken,
  type Store,
  type TakenDelivery,
} from './store/store.ts';

export interface Message {
  headers: Record<string, string>;
  body: string;
}

/** Sends one message; the status is that of the endpoint's answer. */
export type Deliver = (url: string, message: Message) => Promise<{ status: number }>;

/** How one endpoint is treated, for tests. */
export interface Treatment {
  /** How often each event is sent. */
  duplicate?: number;
  /** Newest first instead of oldest first. */
  shuffle?: boolean;
  /** Nothing is sent until it is asked for. */
  hold?: boolean;
}

/** A message that no endpoint should believe. */
export interface Forgery {
  tamper?: boolean;
  noSig?: boolean;
  secret?: string;
  /** Seconds by which the signature's time is off. */
  skew?: number;
}

/** Called after each try; `triedAgainAt` is set if there will be another one. */
export type OnDelivery = (
  event: Stored<Stripe.Event>,
  triedAgainAt: number | undefined,
) => Promise<void>;

export interface DeliveryRecord {
  event: string;
  type: string;
  url: string;
  attempts: (number | string)[];
}

/** https://docs.stripe.com/webhooks: in test mode three tries over a few hours. */
const retrySeconds = [600, 3600, 3 * 3600];
const mostRecords = 10_000;
/** https://docs.stripe.com/api/events: they are kept for 30 days. */
const keptSeconds = 30 * 24 * 3600;
const hourSeconds = 3600;

/** Brings events to the endpoints, each in the order in which they happened. */
export class Courier {
  readonly #store: Store;
  readonly #deliver: Deliver;
  readonly #now: (catalogue: Catalogue) => number;
  readonly #onDelivery: OnDelivery;
  readonly #report: (error: unknown) => void;
  readonly #treatments = new Map<string, Treatment>();
  readonly records: DeliveryRecord[] = [];
  #running: Promise<void> | undefined;
  #isAskedAgain = false;
  #isStopped = false;
  /** Events of before this time are gone. */
  #keptSince = 0;

  constructor(options: {
    store: Store;
    deliver: Deliver;
    now: (catalogue: Catalogue) => number;
    onDelivery: OnDelivery;
    report: (error: unknown) => void;
  }) {
    this.#report = options.report;
    this.#store = options.store;
    this.#deliver = options.deliver;
    this.#now = options.now;
    this.#onDelivery = options.onDelivery;
  }

  treat(endpoint: string, treatment: Treatment) {
    this.#treatments.set(endpoint, treatment);
  }

  /** Sends what is due without anybody waiting for it: an endpoint may itself call the emulator. */
  start(): void {
    this.#isAskedAgain = true;
    if (this.#running === undefined) {
      this.#running = this.#run()
        .catch(this.#report)
        .finally(() => {
          this.#running = undefined;
        });
    }
  }

  /** Resolves when everything that is due was sent. */
  async finish(): Promise<void> {
    while (this.#running !== undefined) {
      await this.#running;
    }
  }

  /** Sends nothing more, and resolves when nothing is on its way. What is left, the next process sends. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.finish();
  }

  async #run() {
    while (this.#isAskedAgain && !this.#isStopped) {
      this.#isAskedAgain = false;
      const catalogue = await this.#store.readCatalogue();
      const now = this.#now(catalogue);
      while (!this.#isStopped && (await this.#sendSome(now, catalogue)) === mostTaken) {
        // Each turn sends the next ones.
      }
      await this.#forgetEvents(now, catalogue);
    }
  }

  /** Looks once an hour. By the slowest clock, since an event is of its customer's time. */
  async #forgetEvents(now: number, { testClocks }: Catalogue) {
    const times = Object.values(testClocks).map((clock) => clock.frozen_time);
    const since = Math.min(now, ...times) - keptSeconds;
    const isTime = Math.abs(since - this.#keptSince) >= hourSeconds;
    if (isTime && !(await this.#store.forgetEvents(since))) {
      this.#keptSince = since;
    }
  }

  /** Answers how many it has taken. Who dies before the end has noted nothing, so that the next process sends them again. */
  async #sendSome(now: number, catalogue: Catalogue): Promise<number> {
    const taken = await this.#store.takeDeliveries(now);
    const outcomes: DeliveryOutcomes = new Map();
    try {
      for (const one of this.#inOrder(taken)) {
        if (this.#isStopped) {
          break;
        }
        outcomes.set(one.delivery.id, await this.#send(one, catalogue));
      }
    } finally {
      if (outcomes.size > 0) {
        await this.#store.noteDeliveries(outcomes);
      }
    }
    return taken.length;
  }

  #inOrder(taken: TakenDelivery[]): TakenDelivery[] {
    const treatmentOf = (one: TakenDelivery) => this.#treatments.get(one.delivery.endpoint) ?? {};
    const shuffled = taken.filter((one) => treatmentOf(one).shuffle).reverse();
    return [...taken.filter((one) => !treatmentOf(one).shuffle), ...shuffled].flatMap((one) =>
      Array.from({ length: treatmentOf(one).duplicate ?? 1 }, () => one),
    );
  }

  /** Answers the delivery as it is tried again; undefined if it is not. */
  async #send(
    { delivery, event }: TakenDelivery,
    { webhookEndpoints }: Catalogue,
  ): Promise<Delivery | undefined> {
    const endpoint = webhookEndpoints[delivery.endpoint];
    // Held events are stored, so `resend` finds them.
    if (!endpoint || !event || this.#treatments.get(delivery.endpoint)?.hold) {
      return undefined;
    }
    const record = await this.#post(endpoint, event, {});
    const isTaken = record.attempts.some(
      (status) => typeof status === 'number' && status >= 200 && status < 300,
    );
    const wait = retrySeconds[delivery.attempts];
    if (isTaken || wait === undefined) {
      await this.#onDelivery(event, undefined);
      return undefined;
    }
    const dueAt = this.#now(await this.#store.readCatalogue()) + wait;
    await this.#onDelivery(event, dueAt);
    return { ...delivery, attempts: delivery.attempts + 1, dueAt };
  }

  async #post(
    endpoint: Stored<Stripe.WebhookEndpoint>,
    event: Stored<Stripe.Event>,
    forgery: Forgery,
  ): Promise<DeliveryRecord> {
    const message = toMessage(endpoint.secret ?? '', event, forgery);
    const outcome = await this.#deliver(endpoint.url, message).then(
      ({ status }) => status,
      (error: unknown) => String(error),
    );
    const record = { event: event.id, type: event.type, url: endpoint.url, attempts: [outcome] };
    this.records.push(record);
    this.records.splice(0, this.records.length - mostRecords);
    return record;
  }

  /** Sends events again, held ones for the first time, or forged. */
  async resend(ids: string[] | undefined, hook: number, forgery: Forgery) {
    const { webhookEndpoints } = await this.#store.readCatalogue();
    const endpoint = Object.values(webhookEndpoints)[hook];
    if (!endpoint) {
      throw new Error(`There is no endpoint ${hook}`);
    }
    const all = await this.#store.transaction((tx) => tx.listEvents());
    const wanted = ids ?? all.map(({ id }) => id);
    const records: DeliveryRecord[] = [];
    for (const id of wanted) {
      const event = all.find((one) => one.id === id);
      if (event) {
        records.push(await this.#post(endpoint, event, forgery));
      }
    }
    return records;
  }
}

/** https://docs.stripe.com/webhooks/signature. Those who check it compare its time with the clock of their machine. */
function toMessage(secret: string, event: object, forgery: Forgery): Message {
  const body = JSON.stringify(event, null, 2);
  const time = Math.floor(Date.now() / 1000) + (forgery.skew ?? 0);
  const signature = createHmac('sha256', forgery.secret ?? secret)
    .update(`${time}.${body}`)
    .digest('hex');
  return {
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'user-agent': 'Stripe/1.0 (+https://docs.stripe.com/webhooks)',
      ...(!forgery.noSig && { 'stripe-signature': `t=${time},v1=${signature}` }),
    },
    body: forgery.tamper ? body.replace('"livemode": false', '"livemode": true') : body,
  };
}
