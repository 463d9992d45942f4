import {
  type Answers,
  all,
  answered,
  calls,
  held,
  refused,
  refusedAs,
} from '../support/answers.ts';
import { failure, type StatesByPath, skeleton } from './page-state.ts';

const endpoint = {
  id: 'we_a',
  url: 'https://backend.acme-analytics.example/webhooks/hearth',
  description: 'Provisions tenants',
  types: [],
  state: 'on',
  off_reason: null,
  failing_since: null,
  full_since: null,
  missed_since: null,
  create_time: '2026-11-01T10:00:00.000Z',
};

const off = {
  ...endpoint,
  state: 'off',
  off_reason: 'failing',
  failing_since: '2026-11-18T10:00:00.000Z',
  full_since: null,
  missed_since: null,
};

const at = '2026-11-20T10:00:00.000Z';
const failed = { at, status: 503, answer: '<h1>Service Unavailable</h1>', ms: 87 };

const deliveries = [
  { status: 'waiting', attempts: 2, last_attempt: failed, next_attempt: at },
  {
    status: 'delivered',
    attempts: 1,
    last_attempt: { ...failed, status: 204, answer: '' },
    next_attempt: null,
  },
  {
    status: 'dead',
    attempts: 10,
    last_attempt: { at, status: null, answer: 'No answer within 10 seconds.', ms: 10_004 },
    next_attempt: null,
  },
].map((one, index) => ({
  id: String(index + 1),
  event_id: `evt_${index}b1946ac92492d2347c6235b4d2611184`,
  type: 'subscription.updated',
  ...one,
}));

/** There is no operator in the scenes, so the server's answers are given. */
const inside = (...answers: Answers[]): Answers =>
  all(answered(calls.operator, { role: 'admin' }), ...answers);

const asOperator = (first: object, data: readonly object[] = deliveries): Answers =>
  inside(
    answered(calls.operatorEndpoints, { data: [first] }),
    answered(calls.operatorDeliveries, { data, next_cursor: null }),
  );

/** Pages of operators. */
export const operatorStates: StatesByPath = {
  '/operator/webhooks': [
    { name: 'no operator', as: 'newcomer', shows: 'main h1', noise: /404/ },
    {
      name: 'no second factor',
      as: 'newcomer',
      answers: refusedAs('access/second-factor-required', calls.operator),
      shows: 'main h1',
      noise: /403/,
    },
    { name: 'deliveries', as: 'newcomer', answers: asOperator(endpoint), shows: 'main li pre' },
    { name: 'turned off', as: 'newcomer', answers: asOperator(off), shows: 'main dl button' },
    {
      name: 'nothing sent',
      as: 'newcomer',
      answers: asOperator(endpoint, []),
      shows: 'main p[role=status]',
      isLong: true,
    },
    {
      name: 'no endpoints',
      as: 'newcomer',
      answers: inside(answered(calls.operatorEndpoints, { data: [] })),
      shows: 'main h2',
      isLong: true,
    },
    {
      name: 'loading',
      as: 'newcomer',
      answers: inside(held(calls.operatorEndpoints)),
      shows: skeleton,
      mayLoad: true,
      isLong: true,
    },
    {
      name: 'error',
      as: 'newcomer',
      answers: inside(refused(calls.operatorEndpoints)),
      shows: failure,
      isLong: true,
    },
  ],
};
