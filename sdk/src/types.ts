/** `incomplete` waits for its first payment; `past_due` is late and still works; `unpaid` is closed until it is paid. */
export type SubscriptionStatus = 'active' | 'incomplete' | 'past_due' | 'unpaid' | 'canceled';

/** Limits of the subscription's plan now. */
export interface Entitlements {
  /** Whether its members may work. */
  active: boolean;
  /** Limits of the plan by name; null has no bound. */
  limits: Record<string, number | boolean | null>;
}

/** A subscription with its plan. Of two states keep the one with the greater `version`. */
export interface Subscription {
  id: string;
  /** uid; an id without an account if the owner of a canceled subscription is gone. */
  owner_id: string;
  /** Null until it is named. */
  name: string | null;
  plan_id: string;
  status: SubscriptionStatus;
  /** Notes of your own. */
  metadata: Record<string, string>;
  entitlements: Entitlements;
  /** ISO 8601, as all times. */
  create_time: string;
  ended_at: string | null;
  version: number;
}

/** A person. Of two states keep the one with the greater `version`. */
export interface Account {
  uid: string;
  email: string;
  email_verified: boolean;
  /** Empty until the person names themselves. */
  display_name: string;
  /** http(s) address of a picture, or empty. */
  avatar_url: string;
  language: string | null;
  /** Whether the operator keeps the account out. */
  disabled: boolean;
  create_time: string;
  version: number;
}

/** A person who belongs to a subscription. */
export interface Member {
  uid: string;
  email: string;
  display_name: string;
  /** Keys that the person holds; of the owner every key. */
  permissions: string[];
  is_owner: boolean;
  joined_at: string;
}

/** Role of a person in a subscription, and the rights of both at one instant. */
export interface Standing {
  account: Pick<Account, 'uid' | 'email' | 'disabled'>;
  subscription: Pick<Subscription, 'id' | 'name' | 'status' | 'plan_id' | 'metadata'>;
  /** False for a stranger. */
  is_member: boolean;
  is_owner: boolean;
  permissions: string[];
  /** Whether the project opens to this person with a second factor only: look for `sign_in_second_factor` in their token. */
  second_factor_required: boolean;
  entitlements: Entitlements;
  version: number;
}

/** A part of a list. */
export interface Page<Item> {
  data: Item[];
  /** `cursor` of the next page (`after`, of events); null after the last one. */
  next_cursor: string | null;
}

/** Which part of a list is asked for. */
export interface PageQuestion {
  /** The `next_cursor` of the page before. */
  cursor?: string;
  /** 1 to 100; 50 if it is left out. */
  limit?: number;
}

/** One type for each of several names, so that a comparison of `type` tells what `data` is. */
type EventOf<Type extends string, Data> = Type extends string
  ? {
      id: string;
      type: Type;
      timestamp: string;
      /** The subject after the change. */
      data: Data;
    }
  : never;

export interface Changed<Subject> {
  /** Earlier values of what an update changed. */
  previous?: Partial<Subject>;
}

/** Something that changed. A newer Hearth may send further types: ignore those that you do not know. */
export type HearthEvent =
  /** Only `uid` and `version` if the account is deleted by now. */
  | EventOf<
      'account.created' | 'account.updated',
      Pick<Account, 'uid' | 'version'> & Partial<Account> & Changed<Account>
    >
  | EventOf<'account.deleted', Pick<Account, 'uid' | 'version'>>
  | EventOf<
      'subscription.created' | 'subscription.updated' | 'subscription.canceled',
      Subscription & Changed<Subscription>
    >
  | EventOf<
      'member.added' | 'member.updated' | 'member.removed',
      Pick<Member, 'uid' | 'permissions' | 'is_owner'> & {
        subscription_id: string;
        version: number;
      }
    >
  /** Amounts are in minor units. */
  | EventOf<
      'invoice.paid',
      {
        id: string;
        subscription_id: string;
        number: string | null;
        total: number;
        currency: string;
        create_time: string;
        /** End of the time that it pays for; null if it pays for none. */
        paid_until: string | null;
        version: number;
      }
    >
  | EventOf<
      'invoice.payment_failed',
      {
        subscription_id: string;
        owed: number;
        currency: string;
        failed_at: string;
        retry_at: string | null;
        version: number;
      }
    >
  | EventOf<'webhook.test', { endpoint_id: string }>;

export type EventType = HearthEvent['type'];

/** Type of an event of the product on Hearth, such as `task.completed`. */
export type OwnEventType = `${string}.${string}` & {};

/** Events of a type; the data of the product's own is as it has recorded it. */
export type EventOfType<Type extends EventType | OwnEventType> = Type extends EventType
  ? Extract<HearthEvent, { type: Type }>
  : EventOf<Type, Record<string, unknown>>;

/** An address that events are sent to. */
export interface WebhookEndpoint {
  id: string;
  url: string;
  description: string;
  /** Types of events that it gets; all if the list is empty. */
  types: string[];
  state: 'on' | 'off';
  /** `operator`: a person or a key turned it off; `gone`: it answered 410; `failing`: no attempt succeeded for five days. Null while it is on. */
  off_reason: 'operator' | 'gone' | 'failing' | null;
  /** First failure since the last success. */
  failing_since: string | null;
  /** Since then too many deliveries wait, and new events get none; null while they do. */
  full_since: string | null;
  /** Replay from then what got no delivery while it was full; null if nothing is missing. */
  missed_since: string | null;
  create_time: string;
}

/** Settings of a webhook endpoint. */
export interface WebhookEndpointSettings {
  /** https, or a host that the operator names. */
  url: string;
  /** Those of the product on Hearth too, such as `task.completed`. */
  types?: (EventType | OwnEventType)[];
  description?: string;
}
