import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

interface Endpoint {
  readonly url: string;
  readonly status: 'enabled' | 'disabled';
  readonly api_version: string | null;
  readonly enabled_events: readonly string[];
}

/** Objects of an account at Stripe, as far as the doctor reads it. */
export interface StripeState {
  account: string;
  endpoints: Endpoint[];
  /** Added to every price. */
  surchargeCents: number;
  clockAheadMs: number;
  /** Fields that its tax settings lack; undefined where taxes are computed. */
  missingTaxFields?: readonly string[] | undefined;
  /** Answers with this status instead, such as 500. */
  failure: number | undefined;
}

export interface FakeStripe {
  readonly url: string;
  readonly state: StripeState;
  close(): Promise<void>;
}

const cents: Record<string, number> = {
  price_free_week: 0,
  price_pro_week: 1_000,
  price_enterprise_week: 2_000,
  price_enterprise_extra_week: 1_000,
};

/** Answers the reading calls in the shapes of Stripe's API 2026-10-28.endive, with live objects. */
export async function startFakeStripe(state: StripeState): Promise<FakeStripe> {
  const server = createServer(({ url = '/' }, response) => {
    const [path = ''] = url.split('?');
    response.setHeader('date', new Date(Date.now() + state.clockAheadMs).toUTCString());
    const found = state.failure === undefined ? read(path, state) : undefined;
    const status = state.failure ?? (found ? 200 : 404);
    answer(response, status, found ?? { error: toError(status) });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    state,
    close: () =>
      new Promise((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };
}

function answer(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

function toError(status: number): object {
  return status === 404
    ? {
        type: 'invalid_request_error',
        code: 'resource_missing',
        param: 'id',
        message: 'No such object',
      }
    : { type: 'api_error', message: 'An error occurred.' };
}

function read(path: string, state: StripeState): object | undefined {
  const [kind = '', id = ''] = path.replace(/^\/v1\//, '').split('/');
  if (kind === 'account') {
    return { id: state.account, object: 'account' };
  }
  if (kind === 'tax') {
    return toTaxSettings(state.missingTaxFields);
  }
  if (kind === 'webhook_endpoints') {
    const data = state.endpoints.map((one, index) => ({
      id: `we_${index}`,
      object: 'webhook_endpoint',
      livemode: true,
      ...one,
    }));
    return toList(path, data);
  }
  if (kind === 'prices') {
    return toPrice(id, state.surchargeCents);
  }
  return id === '' && ['events', 'subscriptions'].includes(kind) ? toList(path, []) : undefined;
}

function toTaxSettings(missing_fields: StripeState['missingTaxFields']): object {
  const [status, details] = missing_fields
    ? ['pending', { pending: { missing_fields } }]
    : ['active', { active: {} }];
  return { object: 'tax.settings', livemode: true, status, status_details: details };
}

function toList(url: string, data: readonly object[]): object {
  return { object: 'list', url, has_more: false, data };
}

function toPrice(id: string, surchargeCents: number): object | undefined {
  const amount = cents[id];
  return amount === undefined
    ? undefined
    : {
        id,
        object: 'price',
        active: true,
        billing_scheme: 'per_unit',
        currency: 'usd',
        livemode: true,
        recurring: { interval: 'week', interval_count: 1, usage_type: 'licensed' },
        type: 'recurring',
        unit_amount: amount + surchargeCents,
      };
}
