import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type HearthConfig, hearthConfig } from '@hearth/contract';
import { describe, expect, it } from 'vitest';
import { clientFaults, clientSecretFaults, readClients } from './clients.ts';
import { environmentSchema } from './environment.ts';

const file = join(import.meta.dirname, '../../../config/hearth.json');
const example = hearthConfig.parse(JSON.parse(readFileSync(file, 'utf8')));
const client = { id: 'web', redirectUris: ['https://www.example.com/callback'] };
const secret = 'x'.repeat(32);

const withClients = (...clients: object[]): HearthConfig => ({
  ...example,
  clients: clients.map((one) => ({ postLogoutUris: [], confidential: false, ...client, ...one })),
});
const environment = (secrets: string) => environmentSchema.parse({ OAUTH_CLIENT_SECRETS: secrets });

describe('clients of the configuration', () => {
  it('are none if the setting is left out', () => {
    expect(example.clients).toEqual([]);
    expect(clientFaults(example)).toEqual([]);
    expect(readClients(environment(''), example)).toEqual([]);
  });

  it('have the secrets that the environment names', () => {
    const settings = withClients({}, { id: 'backend', confidential: true });
    const found = readClients(environment(`backend=${secret}`), settings);
    expect(found.map((one) => one.secret)).toEqual([undefined, secret]);
    expect(clientFaults(settings)).toEqual([]);
    expect(clientSecretFaults(environment(`backend=${secret}`), settings)).toEqual([]);
  });

  it.each([
    ['two with one id', withClients({}, {}), 'two clients have the id `web`'],
    ['the id of this site', withClients({ id: example.projectId }), 'is the `projectId`'],
    ['a relative address', withClients({ redirectUris: ['/callback'] }), 'not an absolute address'],
    ['plain http', withClients({ redirectUris: ['http://www.example.com/'] }), 'must be an https'],
    ['a script', withClients({ redirectUris: ['javascript:alert(1)'] }), 'must be an https'],
    ['a user', withClients({ redirectUris: ['https://a:b@example.com/'] }), 'must not hold a user'],
    ['a fragment', withClients({ postLogoutUris: ['https://example.com/#a'] }), 'a part after #'],
    ['a wildcard', withClients({ redirectUris: ['https://*.example.com/'] }), 'one whole address'],
  ])('refuses %s in a sentence', (_what, settings, words) => {
    const faults = clientFaults(settings);
    expect(faults).toHaveLength(1);
    expect(faults[0]).toContain(words);
  });

  it.each([
    'http://127.0.0.1/cb',
    'http://[::1]:4711/cb',
    'http://localhost:1/cb',
    'https://app.example.com/cb',
    'com.example.app:/cb',
    'myapp://cb',
  ])('lets a native one have people led back to %s', (address) => {
    const uris = { redirectUris: [address], postLogoutUris: [address] };
    expect(clientFaults(withClients({ applicationType: 'native', ...uris }))).toEqual([]);
  });

  it.each([
    'http://127.0.0.2/cb',
    'http://app.example.com/cb',
    'https://localhost/cb',
    'javascript:alert(1)',
    'data:text/html,a',
    'file:///cb',
  ])('does not let a native one have people led back to %s', (address) => {
    const faults = clientFaults(
      withClients({ applicationType: 'native', redirectUris: [address] }),
    );
    expect(faults).toHaveLength(1);
    expect(faults[0]).toContain('must be http on 127.0.0.1');
  });

  it('lets no client without a secret say how it sends one', () => {
    const post = { tokenEndpointAuthMethod: 'client_secret_post' };
    expect(clientFaults(withClients({ ...post, confidential: true }))).toEqual([]);
    expect(clientFaults(withClients(post))[0]).toContain('is not confidential');
  });

  it('lets http on this machine through, for a front end that is being written', () => {
    const redirectUris = ['http://localhost:5173/callback', 'http://127.0.0.1:5173/callback'];
    expect(clientFaults(withClients({ redirectUris }))).toEqual([]);
  });

  it.each([
    ['a missing secret', '', { confidential: true }, 'is confidential and has no secret'],
    ['a short secret', 'web=short', { confidential: true }, 'at least 32 characters'],
    ['a secret of a public client', `web=${secret}`, {}, 'no confidential client `web`'],
    ['a secret of nobody', `x=${secret}`, {}, 'no confidential client `x`'],
  ])('refuses %s in a sentence', (_what, secrets, fields, words) => {
    const faults = clientSecretFaults(environment(secrets), withClients(fields));
    expect(faults).toHaveLength(1);
    expect(faults[0]).toContain(words);
  });

  it('refuses secrets that are no pairs', () => {
    const parsed = environmentSchema.safeParse({ OAUTH_CLIENT_SECRETS: 'nonsense' });
    expect(parsed.error?.issues[0]?.message).toContain('pairs like client=secret');
  });
});
