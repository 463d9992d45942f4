import { type Ask, createAsk } from './requests.ts';
import type {
  Account,
  EventOfType,
  EventType,
  Member,
  OwnEventType,
  Page,
  PageQuestion,
  Standing,
  Subscription,
  SubscriptionStatus,
  WebhookEndpoint,
  WebhookEndpointSettings,
} from './types.ts';
import { createVerifyToken } from './verify-token.ts';
import { createVerifyWebhook } from './verify-webhook.ts';

export { HearthError } from './hearth-error.ts';
export type * from './types.ts';
export type { TokenClaims } from './verify-token.ts';
export type { WebhookHeaders } from './verify-webhook.ts';

export interface HearthOptions {
  /** Address at which this program reaches Hearth: `https://accounts.example.com`. */
  readonly url: string;
  /** `hearth_sk_…` of `npm run hearth -- api-keys create`; not needed to verify tokens and webhooks. */
  readonly apiKey?: string;
  /** Hearth's PUBLIC_URL, if that is another address than `url`. */
  readonly publicUrl?: string;
  /** `projectId` of its configuration; asked for if it is left out. */
  readonly projectId?: string;
  /** `id` of the client of the hosted sign-in whose ID tokens are verified; a list if several front ends share a backend. */
  readonly clientId?: string | readonly string[];
  /** `whsec_…` of the webhook endpoint; several while one is replaced. */
  readonly webhookSecret?: string | readonly string[];
  /** Longest time of a request; ten seconds if it is left out. */
  readonly timeoutMs?: number;
  /** In the place of the global one. */
  readonly fetch?: typeof fetch;
}

export interface BillingUrl {
  /** Which page; the overview if it is left out. */
  readonly page?: 'change-plan' | 'payment-methods' | 'cancel';
  /** Address that the page links back to; its origin is in Hearth's `returnOrigins`. */
  readonly returnUrl?: string;
}

export type Hearth = ReturnType<typeof createHearth>;

const id = encodeURIComponent;

/** Key that all attempts of one call send, so that the second one changes nothing. */
const newKey = () => crypto.randomUUID();

/** A client of one Hearth. Each call rejects with a `HearthError` if Hearth refuses it. */
export function createHearth(options: HearthOptions) {
  const url = new URL(options.url).origin;
  const publicUrl = options.publicUrl === undefined ? url : new URL(options.publicUrl).origin;
  const { apiKey, projectId, clientId = [], webhookSecret = [], timeoutMs = 10_000 } = options;
  const clientIds = [clientId].flat();
  const fetch = options.fetch ?? ((input, init) => globalThis.fetch(input, init));
  const ask = createAsk({ url, apiKey, timeoutMs, fetch });

  return {
    /** Checks a person's ID token by the public keys, which are kept for ten minutes: no request for each token. */
    verifyToken: createVerifyToken({ ask, url, issuer: publicUrl, projectId, clientIds, fetch }),

    /** Role of the person in the subscription, and the rights of both. Scope `standing:read`. */
    standing: (uid: string, subscriptionId: string) =>
      ask<Standing>('GET /server/v1/standing', { query: { uid, subscription: subscriptionId } }),

    subscriptions: subscriptionCalls(ask),

    members: {
      /** Members of a subscription in the order of their uids. Scope `members:read`. */
      list: (subscriptionId: string, page: PageQuestion = {}) =>
        ask<Page<Member>>(`GET /server/v1/subscriptions/${id(subscriptionId)}/members`, {
          query: page,
        }),
    },

    accounts: accountCalls(ask),
    events: eventCalls(ask),

    webhooks: {
      /** The event of a webhook that Hearth signed; throws a `HearthError` otherwise. `rawBody` is the body as it came, before any parsing. */
      verify: createVerifyWebhook([webhookSecret].flat()),

      endpoints: endpointCalls(ask),
    },

    /** Address at which an owner or administrator, signed in or not, finds the billing of a subscription. */
    billingUrl(subscriptionId: string, { page, returnUrl }: BillingUrl = {}): string {
      const path = `/subscription/${id(subscriptionId)}/billing${page === undefined ? '' : `/${page}`}`;
      const billing = new URL(path, publicUrl);
      if (returnUrl !== undefined) {
        billing.searchParams.set('return_url', returnUrl);
      }
      return billing.href;
    },
  };
}

function subscriptionCalls(ask: Ask) {
  return {
    /** One subscription. Scope `subscriptions:read`. */
    get: (subscriptionId: string) =>
      ask<Subscription>(`GET /server/v1/subscriptions/${id(subscriptionId)}`),

    /** All subscriptions, or those of a status, in the order of their ids. Scope `subscriptions:read`. */
    list: (question: PageQuestion & { status?: SubscriptionStatus } = {}) =>
      ask<Page<Subscription>>('GET /server/v1/subscriptions', { query: question }),

    /** Merges your notes: null removes a key, and keys that are not named stay. Scopes `subscriptions:write` and `subscriptions:read`. */
    setMetadata: (subscriptionId: string, metadata: Readonly<Record<string, string | null>>) =>
      ask<Subscription>(`PATCH /server/v1/subscriptions/${id(subscriptionId)}`, {
        body: { metadata },
      }),
  };
}

function accountCalls(ask: Ask) {
  return {
    /** One account. Scope `accounts:read`. */
    get: (uid: string) => ask<Account>(`GET /server/v1/accounts/${id(uid)}`),

    /** The account with this address; undefined if there is none. Scope `accounts:read`. */
    async findByEmail(email: string): Promise<Account | undefined> {
      const { data } = await ask<Page<Account>>('GET /server/v1/accounts', { query: { email } });
      return data[0];
    },

    /** All accounts in the order of their uids. Scope `accounts:read`. */
    list: (page: PageQuestion = {}) =>
      ask<Page<Account>>('GET /server/v1/accounts', { query: page }),
  };
}

function eventCalls(ask: Ask) {
  return {
    /** Lists events after the given one, oldest first; without `after`, from the oldest that is kept (30 days). Scope `events:read`. */
    list: <Type extends EventType | OwnEventType = EventType>(
      question: { after?: string; type?: Type; limit?: number } = {},
    ) => ask<Page<EventOfType<Type>>>('GET /server/v1/events', { query: question }),

    /** Sends an event again to one webhook endpoint, or to all that want it; answers to how many. Scopes `webhooks:write` and `events:read`. */
    async redeliver(eventId: string, endpointId?: string): Promise<number> {
      const body = endpointId === undefined ? {} : { endpoint_id: endpointId };
      const path = `/server/v1/events/${id(eventId)}/redeliver`;
      return (await ask<{ deliveries: number }>(`POST ${path}`, { body })).deliveries;
    },
  };
}

interface Replayed {
  readonly deliveries: number;
  /** Beginning of what is left; an older Hearth, which sends all at once, names none. */
  readonly next_since?: string | null;
}

/** Webhook endpoints of this Hearth. Scope `webhooks:write`; for those that send events anywhere, `events:read` too. */
function endpointCalls(ask: Ask) {
  const endpoints = '/server/v1/webhook-endpoints';
  return {
    list: async () => (await ask<{ data: WebhookEndpoint[] }>(`GET ${endpoints}`)).data,

    /** Adds one; its `secret` is answered only here. */
    create: (settings: WebhookEndpointSettings) =>
      ask<WebhookEndpoint & { secret: string }>(`POST ${endpoints}`, {
        body: settings,
        key: newKey(),
      }),

    /** Sets what is named; `state: 'on'` turns one on that Hearth has turned off. */
    update: (
      endpointId: string,
      settings: Partial<WebhookEndpointSettings> & { state?: 'on' | 'off' },
    ) => ask<WebhookEndpoint>(`PATCH ${endpoints}/${id(endpointId)}`, { body: settings }),

    /** Removes one and what it still waits for. */
    async remove(endpointId: string): Promise<void> {
      await ask(`DELETE ${endpoints}/${id(endpointId)}`);
    },

    /** A new secret; for a day events are signed with the former one, too. */
    rotateSecret: async (endpointId: string) =>
      (
        await ask<{ secret: string }>(`POST ${endpoints}/${id(endpointId)}/rotate-secret`, {
          key: newKey(),
        })
      ).secret,

    /** Sends the event `webhook.test`; answers its id. */
    test: async (endpointId: string) =>
      (await ask<{ event_id: string }>(`POST ${endpoints}/${id(endpointId)}/test`)).event_id,

    /** Sends all events since an instant (ISO 8601) again; answers how many. */
    async replay(endpointId: string, since: string): Promise<number> {
      const path = `POST ${endpoints}/${id(endpointId)}/replay`;
      let sent = 0;
      // Hearth takes so many at once as a request may take time.
      for (let from: string | null | undefined = since; from; ) {
        const body = { since: from };
        const part: Replayed = await ask<Replayed>(path, { body });
        sent += part.deliveries;
        from = part.next_since;
      }
      return sent;
    },
  };
}
