import { screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { createConsoleServer } from '../../../../test/console-server.ts';
import { press } from '../../../../test/person.ts';
import { deadline, visit } from '../../../../test/visit.tsx';

const nowCall = 'GET /v1/operator/now';
const examinationCall = 'GET /v1/operator/examination';

const none = { count: 0, since: null };
const now = {
  emails: { count: 3, since: '2026-11-21T10:00:00.000Z' },
  emails_given_up: 0,
  changes: none,
  events: none,
  overdue_jobs: none,
  failing_endpoints: 0,
  waiting_deliveries: 0,
  backup_at: null,
  acts: [],
};
const fine = { at: '2026-11-21T10:00:00.000Z', checks: 39, findings: [], not_checked: [] };
const endpointOff = {
  id: 'webhook-endpoint-off',
  severity: 'warning',
  problem: 'The webhook endpoint https://a.example is turned off.',
  fix: 'Repair it, and turn it on.',
};

let server = createConsoleServer();

beforeEach(() => {
  server = createConsoleServer();
  server.answers[nowCall] = () => Response.json(now);
  server.answers[examinationCall] = () => Response.json(fine);
  localStorage.setItem('i18nextLng', 'en');
});

async function open() {
  await visit('/operator/now', server);
  return await screen.findByRole('heading', { level: 1, name: 'Now' }, deadline);
}

const region = async (name: string) =>
  within(await screen.findByRole('region', { name }, deadline));

describe('the page of what is now', () => {
  it('counts the work that waits, and says since when', async () => {
    await open();
    const work = await region('Waiting work');
    expect(work.getByText('Emails to send').nextElementSibling?.textContent).toBe('3');
    expect(work.getByText(/^The oldest since Nov 21, 2026/)).toBeTruthy();
    expect(work.getByText('None yet')).toBeTruthy();
    const findings = await region('What the checks found');
    expect(await findings.findByText('39 checks, and nothing is wrong.')).toBeTruthy();
  });

  it('shows each finding with what to do, and leads to the page that mends it', async () => {
    server.answers[examinationCall] = () =>
      Response.json({
        ...fine,
        findings: [endpointOff],
        not_checked: [{ check: 'the proxy', reason: 'the server does not answer' }],
      });
    await open();
    const findings = await region('What the checks found');
    expect(await findings.findByText(endpointOff.problem)).toBeTruthy();
    expect(findings.getByText(endpointOff.fix)).toBeTruthy();
    expect(findings.getByText('Warning')).toBeTruthy();
    expect(findings.getByText('the proxy: the server does not answer')).toBeTruthy();
    expect(findings.getByRole('link', { name: 'Open the webhooks' }).getAttribute('href')).toBe(
      '/operator/webhooks',
    );
  });

  it('checks again when it is asked to', async () => {
    await open();
    const findings = await region('What the checks found');
    await findings.findByText('39 checks, and nothing is wrong.');
    server.answers[examinationCall] = () => Response.json({ ...fine, findings: [endpointOff] });
    await press('Check again');
    expect(await findings.findByText(endpointOff.problem)).toBeTruthy();
  });

  it('lists acts that wait for a second operator, each with its project', async () => {
    const act = {
      subscription_id: 's1',
      name: 'Acme Analytics',
      number: 2,
      act: 'refund',
      details: { amount: 9900 },
      reason: 'Paid twice.',
      operator: 'ops@x.example',
      at: '2026-11-21T10:00:00.000Z',
    };
    server.answers[nowCall] = () => Response.json({ ...now, acts: [act] });
    await open();
    const acts = await region('Waiting for a second operator');
    expect(acts.getByText('Paid twice.')).toBeTruthy();
    expect(acts.getByText(/^ops@x\.example · Nov 21, 2026/)).toBeTruthy();
    expect(acts.getByRole('link', { name: 'Acme Analytics' }).getAttribute('href')).toBe(
      '/operator/projects/s1',
    );
  });

  it('without the right over the product: shows no findings, and asks for none', async () => {
    server.answers['GET /v1/operator'] = () => Response.json({ role: 'support' });
    await open();
    await region('Waiting work');
    expect(screen.queryByRole('region', { name: 'What the checks found' })).toBeNull();
    expect(server.sentTo(examinationCall)).toHaveLength(0);
  });
});
