import type Stripe from 'stripe';
import { type CatalogueScene, onCatalogue, type Resource } from '../routes.ts';
import { mergeMetadata } from '../scene.ts';
import type { Settings, Stored } from '../state.ts';
import { existing, invalid } from '../wire/errors.ts';
import { shapes } from '../wire/shapes.ts';

type Endpoint = Stored<Stripe.WebhookEndpoint>;
type Clock = Stored<Stripe.TestHelpers.TestClock>;

const endpointPath = '/v1/webhook_endpoints/{id}';
const clockPath = '/v1/test_helpers/test_clocks/{id}';
const mostEndpoints = 16;

/** Settings of the account: itself, taxes, webhook endpoints, and test clocks. */
export const account: Resource = {
  routes: [
    onCatalogue('GET', '/v1/account', ({ catalogue }) => catalogue.account),
    onCatalogue('GET', '/v1/tax/settings', ({ catalogue }) => toTaxSettings(catalogue.settings)),
    onCatalogue('POST', '/v1/tax/settings', updateTaxSettings),
    onCatalogue('GET', '/v1/tax_rates', ({ catalogue }) => Object.values(catalogue.taxRates)),
    onCatalogue('POST', '/v1/webhook_endpoints', createEndpoint),
    onCatalogue('GET', '/v1/webhook_endpoints', ({ catalogue }) =>
      Object.values(catalogue.webhookEndpoints).map(withoutSecret),
    ),
    onCatalogue('GET', endpointPath, ({ catalogue }, _, id) =>
      withoutSecret(existing(catalogue.webhookEndpoints, id, 'webhook endpoint')),
    ),
    onCatalogue('POST', endpointPath, updateEndpoint),
    onCatalogue('DELETE', endpointPath, ({ catalogue }, _, id) => {
      existing(catalogue.webhookEndpoints, id, 'webhook endpoint');
      delete catalogue.webhookEndpoints[id];
      return { id, object: 'webhook_endpoint', deleted: true };
    }),
    onCatalogue('POST', '/v1/test_helpers/test_clocks', createClock),
    onCatalogue('GET', '/v1/test_helpers/test_clocks', ({ catalogue }) =>
      Object.values(catalogue.testClocks),
    ),
    onCatalogue('GET', clockPath, ({ catalogue }, _, id) =>
      existing(catalogue.testClocks, id, 'billing clock'),
    ),
    onCatalogue('POST', `${clockPath}/advance`, advanceClock),
    onCatalogue('DELETE', clockPath, deleteClock, { removesClock: true }),
  ],
};

function toTaxSettings({ tax }: Settings): Stored<Stripe.Tax.Settings> {
  return {
    object: 'tax.settings',
    defaults: {
      provider: 'stripe',
      tax_behavior: tax.defaultBehavior ?? null,
      tax_code: null,
    },
    head_office: {
      address: {
        city: null,
        country: tax.seller,
        line1: null,
        line2: null,
        postal_code: null,
        state: null,
      },
    },
    livemode: false,
    status: 'active',
    status_details: { active: {} },
  };
}

function updateTaxSettings({ catalogue }: CatalogueScene, params: Stripe.Tax.SettingsUpdateParams) {
  const { tax } = catalogue.settings;
  const behavior = params.defaults?.tax_behavior;
  if (behavior === 'inferred_by_currency') {
    throw invalid(
      'The emulator does not infer tax behavior by currency.',
      'defaults[tax_behavior]',
    );
  }
  if (behavior !== undefined) {
    tax.defaultBehavior = behavior === 'inclusive' ? 'inclusive' : 'exclusive';
  }
  tax.seller = params.head_office?.address.country ?? tax.seller;
  return toTaxSettings(catalogue.settings);
}

/** The secret is told once, when the endpoint is made. */
function withoutSecret({ secret: _, ...endpoint }: Endpoint): Omit<Endpoint, 'secret'> {
  return endpoint;
}

function createEndpoint(scene: CatalogueScene, params: Stripe.WebhookEndpointCreateParams) {
  const { catalogue } = scene;
  if (Object.keys(catalogue.webhookEndpoints).length >= mostEndpoints) {
    throw invalid(`You have reached the maximum of ${mostEndpoints} test webhook endpoints.`);
  }
  if (params.api_version !== undefined && params.api_version !== shapes.apiVersion) {
    throw invalid(`The emulator sends events of ${shapes.apiVersion} only.`, 'api_version');
  }
  return addEndpoint(scene, params);
}

export function addEndpoint(
  { catalogue, now, newId }: CatalogueScene,
  params: Pick<Stripe.WebhookEndpointCreateParams, 'url' | 'description' | 'metadata'> & {
    id?: string;
    enabled_events: string[];
    secret?: string;
  },
): Endpoint {
  checkUrl(params.url);
  const id = params.id ?? newId('we');
  const endpoint: Endpoint = {
    id,
    object: 'webhook_endpoint',
    api_version: shapes.apiVersion,
    application: null,
    created: now,
    description: params.description || null,
    enabled_events: params.enabled_events,
    livemode: false,
    metadata: mergeMetadata({}, params.metadata),
    secret: params.secret ?? `whsec_${newId('x').slice(2)}`,
    status: 'enabled',
    url: params.url,
  };
  catalogue.webhookEndpoints[id] = endpoint;
  return endpoint;
}

function checkUrl(url: string) {
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) {
    throw invalid(
      'Invalid URL: An explicit scheme (such as https) must be provided.',
      'url',
      'url_invalid',
    );
  }
}

function updateEndpoint(
  { catalogue }: CatalogueScene,
  params: Stripe.WebhookEndpointUpdateParams,
  id: string,
) {
  const endpoint = existing(catalogue.webhookEndpoints, id, 'webhook endpoint');
  if (params.url !== undefined) {
    checkUrl(params.url);
    endpoint.url = params.url;
  }
  endpoint.enabled_events = params.enabled_events ?? endpoint.enabled_events;
  if (params.disabled !== undefined) {
    endpoint.status = params.disabled ? 'disabled' : 'enabled';
  }
  endpoint.metadata = mergeMetadata(endpoint.metadata, params.metadata);
  return withoutSecret(endpoint);
}

function createClock(
  { catalogue, now, newId, emit }: CatalogueScene,
  params: Stripe.TestHelpers.TestClockCreateParams,
) {
  const id = newId('clock');
  const clock: Clock = {
    id,
    object: 'test_helpers.test_clock',
    created: now,
    deletes_after: now + 30 * 24 * 3600,
    frozen_time: params.frozen_time,
    livemode: false,
    name: params.name ?? null,
    status: 'ready',
    status_details: {},
  };
  catalogue.testClocks[id] = clock;
  emit('test_helpers.test_clock.created', clock);
  return clock;
}

/** The answer is that of Stripe, whose clocks advance a while; here all is done when the answer comes. */
function advanceClock(
  { catalogue, emit }: CatalogueScene,
  { frozen_time: time }: Stripe.TestHelpers.TestClockAdvanceParams,
  id: string,
) {
  const clock = existing(catalogue.testClocks, id, 'billing clock');
  if (time <= clock.frozen_time) {
    throw invalid(
      `The frozen time must be after the clock's current frozen time (${clock.frozen_time}).`,
      'frozen_time',
    );
  }
  const advancing = {
    ...clock,
    status: 'advancing' as const,
    status_details: { advancing: { target_frozen_time: time } },
  };
  emit('test_helpers.test_clock.advancing', advancing);
  clock.frozen_time = time;
  emit('test_helpers.test_clock.ready', clock);
  return advancing;
}

function deleteClock({ catalogue, emit }: CatalogueScene, _: object, id: string) {
  const clock = existing(catalogue.testClocks, id, 'billing clock');
  delete catalogue.testClocks[id];
  emit('test_helpers.test_clock.deleted', clock);
  return { id, object: 'test_helpers.test_clock', deleted: true };
}
