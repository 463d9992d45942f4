import type { Page, Route } from '@playwright/test';

/** Calls of the pages, by the end of their addresses. */
export const calls = {
  projects: /\/v1\/subscriptions$/,
  project: /\/v1\/subscriptions\/\w{20}$/,
  invoices: /\/v1\/subscriptions\/\w{20}\/invoices(\?.*)?$/,
  sessions: /\/sessions$/,
  account: /\/v1\/users\/\w+$/,
  invites: /\/v1\/invites$/,
  lookup: /accounts:lookup/,
  operator: /\/v1\/operator$/,
  operatorEndpoints: /\/v1\/operator\/webhook-endpoints$/,
  operatorDeliveries: /\/v1\/operator\/webhook-endpoints\/\w+\/deliveries(\?.*)?$/,
  now: /\/v1\/operator\/now$/,
  examination: /\/v1\/operator\/examination$/,
  revenue: /\/v1\/operator\/revenue\?[^/]*$/,
  revenueRows: /\/v1\/operator\/revenue\/rows\?[^/]*$/,
  findCustomers: /\/v1\/operator\/find$/,
  lookAtAccount: /\/v1\/operator\/accounts\/[^/]+\/look$/,
  startView: /\/v1\/operator\/accounts\/[^/]+\/views$/,
  actOnAccount: /\/v1\/operator\/accounts\/[^/]+\/acts$/,
  lookAtSubscription: /\/v1\/operator\/subscriptions\/[^/]+\/look$/,
  actOnSubscription: /\/v1\/operator\/subscriptions\/[^/]+\/acts$/,
  signIn: /accounts:signInWithPassword/,
  sendMail: /accounts:sendOobCode/,
  lookAtCode: /accounts:resetPassword/,
  enterByMail: /accounts:signInWithEmailLink/,
  showCode: /mfaSignIn:finalize/,
  startEnrollment: /mfaEnrollment:start/,
  finishEnrollment: /mfaEnrollment:finalize/,
  signInMethods: /\/v1\/sign-in-methods$/,
  recoveryCodes: /\/v1\/recovery-codes$/,
  token: /\/v1\/token/,
  sessionEnd: /accounts:getSessionEnd/,
  activity: callable('getActivity'),
  billingSummary: callable('getBillingSummary'),
  cards: callable('getPaymentMethods'),
  details: callable('getBillingDetails'),
  preview: callable('previewPlanChange'),
  spending: callable('getSpending'),
  users: callable('getSubscriptionUsers'),
};

function callable(name: string): RegExp {
  return new RegExp(`/functions/[^/]+/${name}$`);
}

export type Answers = (page: Page) => Promise<void>;

/** No answer comes. */
export const held =
  (...addresses: RegExp[]): Answers =>
  (page) =>
    routeAll(page, addresses, () => undefined);

/** The server refuses, which the page does not try again by itself. */
export const refused =
  (...addresses: RegExp[]): Answers =>
  (page) =>
    routeAll(page, addresses, (route) => route.fulfill({ status: 400, json: refusal }));

const refusal = {
  error: {
    status: 'FAILED_PRECONDITION',
    message: 'The payment provider does not answer.',
    details: { code: 'billing/provider-unavailable' },
  },
};

/** The server refuses for this reason. */
export const refusedAs =
  (code: string, address: RegExp): Answers =>
  (page) =>
    routeAll(page, [address], (route) =>
      route.fulfill({
        status: 403,
        json: { error: { status: 'PERMISSION_DENIED', message: code, details: { code } } },
      }),
    );

/** The server answers this. */
export const answered =
  (address: RegExp, json: object): Answers =>
  (page) =>
    routeAll(page, [address], (route) => route.fulfill({ json }));

/** There have been too many tries. */
export const limited =
  (address: RegExp): Answers =>
  (page) =>
    routeAll(page, [address], (route) => route.fulfill({ status: 400, json: tooMany }));

const tooMany = {
  error: {
    status: 'RESOURCE_EXHAUSTED',
    message: 'TOO_MANY_ATTEMPTS_TRY_LATER',
    details: { code: 'auth/too-many-requests' },
  },
};

/** The server cannot be reached. */
export const unreachable =
  (address: RegExp): Answers =>
  (page) =>
    routeAll(page, [address], (route) => route.abort());

/** The server's answer with something changed in it. */
export const altered =
  <Answer extends object>(address: RegExp, change: (answer: Answer) => object): Answers =>
  (page) =>
    routeAll(page, [address], async (route) => {
      const response = await route.fetch();
      const body = await response.json();
      // Callables wrap their answer, documents do not.
      const json = 'data' in body ? { data: change(body.data) } : change(body);
      await route.fulfill({ response, json });
    });

export const all =
  (...parts: Answers[]): Answers =>
  async (page) => {
    for (const part of parts) {
      await part(page);
    }
  };

/** The password was changed on another device, which ends the session of this one. */
export const sessionEnded: Answers = all(
  (page) => routeAll(page, [calls.account], (route) => route.fulfill(tokenRefused)),
  (page) => routeAll(page, [calls.token], (route) => route.fulfill(sessionOver)),
  answered(calls.sessionEnd, {
    kind: 'hearth#GetSessionEndResponse',
    reason: 'password-changed',
    ended_at: '2026-11-20T10:42:00.000Z',
  }),
);

const tokenRefused = {
  status: 401,
  json: {
    error: {
      status: 'UNAUTHENTICATED',
      message: 'Please sign in again.',
      details: { code: 'auth/token-expired' },
    },
  },
};

const sessionOver = {
  status: 400,
  json: { error: { code: 400, status: 'INVALID_ARGUMENT', message: 'INVALID_REFRESH_TOKEN' } },
};

async function routeAll(
  page: Page,
  addresses: readonly RegExp[],
  handle: (route: Route) => unknown,
): Promise<void> {
  for (const address of addresses) {
    await page.route(address, handle);
  }
}
