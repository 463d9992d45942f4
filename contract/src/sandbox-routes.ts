import type { HttpRoute } from './http-route.ts';

const json = 'application/json';
const form = 'application/x-www-form-urlencoded';
const only = 'with the sandbox';
const refused = { 429: 'More changes from one network than a person makes.' };
const lost = { 404: 'There is no such paper.' };

const paper = (path: string, text: string, type: string): HttpRoute => ({
  ...{ method: 'GET', path: `/sandbox${path}`, text, type, only },
  also: lost,
});

const ofPage = (method: HttpRoute['method'], path: string, text: string): HttpRoute => ({
  ...{ method, path: `/sandbox${path}`, text, type: json, only },
  ...(method === 'POST' && { inputType: form, also: refused }),
});

/** Addresses of the sandbox, which browsers ask in place of Stripe's hosts. Shapes are Stripe's. */
export const sandboxRoutes: readonly HttpRoute[] = [
  {
    ...{ method: 'GET', path: '/sandbox/stripe.js', type: 'text/javascript', only },
    text: 'Script in place of https://js.stripe.com: fields for a card, and the dialog of a bank.',
  },
  ofPage('POST', '/v1/payment_methods', 'Keeps a test card for a page.'),
  ofPage('GET', '/v1/setup_intents/{id}', 'State of a card that is being saved, with its secret.'),
  ofPage('POST', '/v1/setup_intents/{id}/confirm', 'Saves a card, with the secret of its intent.'),
  ofPage('GET', '/v1/payment_intents/{id}', 'State of a payment, with its secret.'),
  ofPage('POST', '/v1/payment_intents/{id}/confirm', 'Pays, with the secret of the payment.'),
  ofPage('POST', '/_browser/authenticate', "The holder's answer in the bank's dialog."),
  paper('/i/acct/{id}', 'Page of an invoice, on which an open one can be paid.', 'text/html'),
  paper('/invoice/acct/{id}/pdf', 'The same invoice as a PDF.', 'application/pdf'),
  paper('/receipts/payment/{id}', 'Receipt for a payment.', 'text/html'),
  paper('/credit_notes/acct/{id}/pdf', 'Credit note as a PDF.', 'application/pdf'),
];
