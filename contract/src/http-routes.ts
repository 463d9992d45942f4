import * as z from 'zod/mini';
import { publicConfig } from './config.ts';
import { oauthRoutes } from './hosted-sign-in/oauth-routes.ts';
import type { HttpRoute } from './http-route.ts';
import { popupFramePath, popupHandlerPath } from './identity/popup.ts';
import { socialCallbackPath } from './identity/social-provider.ts';
import { sandboxRoutes } from './sandbox-routes.ts';

const json = 'application/json';
const html = 'text/html';
const status = z.object({ status: z.string() });
const keys = z.object({ keys: z.array(z.record(z.string(), z.unknown())) });
const received = z.object({ received: z.literal(true) });
const now = z.object({ now: z.string() });
const badSignature = { 400: 'The signature is missing, wrong or too old.' };
const signer = 'securetoken@system.gserviceaccount.com';

/** Every address besides the wire and the screens. */
export const httpRoutes: readonly HttpRoute[] = [
  {
    method: 'GET',
    path: '/healthz',
    text: 'Answers while the process runs.',
    type: json,
    output: status,
  },
  {
    method: 'GET',
    path: '/readyz',
    text: 'Answers whether requests can be served: 200 while the database answers.',
    type: json,
    output: status,
    also: { 503: 'The database does not answer, or the server is stopping.' },
  },
  {
    method: 'GET',
    path: '/doctor',
    text: 'Tells `npm run hearth -- doctor` how its request arrived. Without the secret key there is nothing here.',
    type: 'text/plain',
    also: { 404: 'The request does not prove that it knows the secret key.' },
  },
  {
    method: 'GET',
    path: '/metrics',
    text: 'Figures of this process and its database for Prometheus, with METRICS_TOKEN as `Authorization: Bearer …`. METRICS_PORT has them for programs on the same machine.',
    type: 'text/plain',
    also: { 401: 'The token is missing or wrong.' },
    only: 'with METRICS_TOKEN',
  },
  {
    method: 'GET',
    path: '/openapi.json',
    text: 'This description of the API, as OpenAPI 3.1.',
    type: json,
  },
  { method: 'GET', path: '/docs/api', text: 'The same as a page for people.', type: html },
  {
    method: 'GET',
    path: '/config.json',
    text: 'The part of the configuration that every visitor may read: plans, permissions, providers, texts.',
    type: json,
    output: publicConfig,
  },
  {
    method: 'GET',
    path: '/manifest.webmanifest',
    text: 'Name and icons of the web application.',
    type: 'application/manifest+json',
  },
  {
    method: 'GET',
    path: '/.well-known/openid-configuration',
    text: 'Issuer, algorithm and address of the keys with which other programs check ID tokens.',
    type: json,
  },
  {
    method: 'GET',
    path: '/.well-known/jwks.json',
    text: 'Public keys of ID tokens.',
    type: json,
    output: keys,
  },
  {
    method: 'GET',
    path: '/.well-known/change-password',
    text: 'Leads programs that keep passwords to the page where one is changed.',
    type: html,
    also: { 302: 'Always: to `/change-password`.' },
  },
  {
    method: 'GET',
    path: '/.well-known/passkey-endpoints',
    text: 'Tells programs that keep passkeys the page where they are added and removed.',
    type: json,
    output: z.object({ enroll: z.string(), manage: z.string() }),
  },
  {
    method: 'GET',
    path: `/service_accounts/v1/jwk/${signer}`,
    text: 'The same keys where libraries made for Google tokens look for them.',
    type: json,
    output: keys,
  },
  {
    method: 'GET',
    path: `/robot/v1/metadata/x509/${signer}`,
    text: 'The same keys as certificates in PEM, by key id.',
    type: json,
    output: z.record(z.string(), z.string()),
  },
  ...oauthRoutes,
  {
    method: 'GET',
    path: '/avatars/{id}',
    text: 'Picture of a person from a sign-in provider, served from our own origin.',
    type: 'image/*',
    also: { 404: 'There is no such picture.' },
  },
  {
    method: 'GET',
    path: '/brand/{file}',
    text: "Logo or icon of the operator's brand.",
    type: 'image/*',
    also: { 404: 'There is no such picture.' },
  },
  {
    method: 'GET',
    path: popupHandlerPath,
    text: "The popup in which Google's SDK signs people in at a provider.",
    type: html,
    also: { 403: 'The site that opened it is not in CORS_ORIGINS.' },
  },
  {
    method: 'GET',
    path: popupFramePath,
    text: "The frame in which Google's SDK waits for that popup.",
    type: html,
  },
  {
    method: 'POST',
    path: socialCallbackPath,
    text: 'Where a provider leads back by a form; leads on to the page at the same address.',
    type: html,
    also: { 303: 'Always: to the page, with the fields of the form in its address.' },
  },
  {
    method: 'POST',
    path: '/webhooks/stripe',
    text: 'Messages of Stripe, or of the sandbox, proven by the header Stripe-Signature.',
    type: json,
    output: received,
    also: badSignature,
    only: 'with payments',
  },
  ...sandboxRoutes,
  {
    method: 'GET',
    path: '/dev/mailbox.json',
    text: 'Mails that were sent, oldest first.',
    type: json,
    input: z.strictObject({ to: z.optional(z.string()) }),
    only: 'in local mode',
  },
  {
    method: 'GET',
    path: '/dev/mailbox.html',
    text: 'One mail as a page.',
    type: html,
    input: z.strictObject({ id: z.string() }),
    also: { 404: 'There is no such mail.' },
    only: 'in local mode',
  },
  {
    method: 'GET',
    path: '/dev/clock.json',
    text: 'The product time.',
    type: json,
    output: now,
    only: 'in local mode',
  },
  {
    method: 'GET',
    path: '/dev/upcoming.json',
    text: 'Renewals, ends and emails about money that come next, by the product time.',
    type: json,
    only: 'in local mode',
  },
  {
    method: 'POST',
    path: '/dev/clock',
    text: 'Moves the product time ahead and does the work that is due by then.',
    type: json,
    input: z.strictObject({ advanceMs: z.int() }),
    output: now,
    only: 'in local mode',
  },
];
