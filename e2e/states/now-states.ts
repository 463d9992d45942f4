import { type Answers, all, answered, calls, held, refused } from '../support/answers.ts';
import { longName } from './console-states.ts';
import { failure, type StatesByPath, skeleton } from './page-state.ts';

const since = '2026-11-20T10:00:00.000Z';
const none = { count: 0, since: null };
const quiet = {
  emails: none,
  emails_given_up: 0,
  changes: none,
  events: none,
  overdue_jobs: none,
  failing_endpoints: 0,
  waiting_deliveries: 0,
  backup_at: since,
  acts: [],
};
const act = {
  subscription_id: 'Ab3dEf6hIj9lMn2pQr5t',
  name: 'Acme Analytics',
  number: 4,
  act: 'refund',
  details: { amount: 120_000 },
  reason: 'Paid twice, ticket 4711.',
  operator: 'ops@company.example',
  at: since,
};
const busy = {
  ...quiet,
  emails: { count: 1_204, since },
  emails_given_up: 12,
  changes: { count: 2, since },
  events: { count: 31, since },
  overdue_jobs: { count: 7, since },
  failing_endpoints: 1,
  waiting_deliveries: 10_000,
  backup_at: null,
  acts: [act, { ...act, name: longName, number: 5, act: 'give-free-time', operator: null }],
};
const fine = { at: since, checks: 39, findings: [], not_checked: [] };
const faulty = {
  ...fine,
  findings: [
    {
      id: 'mail-server',
      severity: 'fault',
      problem:
        'The mail server smtp.company.example refuses the user name and password of SMTP_URL (EAUTH), so no email is sent.',
      fix: 'Correct the user name and the password in SMTP_URL; special characters are written as %40 for @, %2F for /.',
    },
    {
      id: 'webhook-endpoint-off',
      severity: 'warning',
      problem: 'The webhook endpoint https://company.example/hooks has been turned off.',
      fix: 'Repair it, and turn it on.',
    },
  ],
  not_checked: [{ check: 'the proxy', reason: 'the server does not answer at PUBLIC_URL' }],
};

const inside = (role: string, ...answers: Answers[]) => ({
  as: 'newcomer' as const,
  answers: all(answered(calls.operator, { role }), ...answers),
});

/** The page of what waits and what is wrong. */
export const nowStates: StatesByPath = {
  '/operator/now': [
    {
      name: 'quiet',
      ...inside('admin', answered(calls.now, quiet), answered(calls.examination, fine)),
      shows: 'main dl',
    },
    {
      name: 'busy and faulty',
      ...inside('admin', answered(calls.now, busy), answered(calls.examination, faulty)),
      shows: 'main dl',
    },
    {
      name: 'for support',
      ...inside('support', answered(calls.now, quiet)),
      shows: 'main dl',
      isLong: true,
    },
    {
      name: 'loading',
      ...inside('admin', held(calls.now), held(calls.examination)),
      shows: skeleton,
      mayLoad: true,
      isLong: true,
    },
    {
      name: 'error',
      ...inside('admin', refused(calls.now), refused(calls.examination)),
      shows: failure,
      isLong: true,
    },
  ],
};
