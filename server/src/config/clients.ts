import type { HearthConfig } from '@hearth/contract';
import type { Environment } from './environment.ts';
import { loopback } from './rules.ts';

/** A front end on another origin that people sign in to here. */
export interface SignInClientConfig extends Readonly<HearthConfig['clients'][number]> {
  /** Only a confidential client has one. */
  readonly secret: string | undefined;
}

const shortestSecret = 32;

export function readClients(
  { OAUTH_CLIENT_SECRETS: secrets }: Environment,
  { clients }: HearthConfig,
): readonly SignInClientConfig[] {
  return clients.map((client) => ({ ...client, secret: secrets[client.id] }));
}

/** Faults of clients that no other setting is needed to see. */
export function clientFaults({ clients, projectId }: HearthConfig): string[] {
  const ids = clients.map(({ id }) => id);
  const repeated = new Set(ids.filter((id, index) => ids.indexOf(id) !== index));
  return [
    ...[...repeated].map((id) => `clients: two clients have the id \`${id}\`.`),
    ...(ids.includes(projectId)
      ? [
          `clients: \`${projectId}\` is the \`projectId\`. A client needs another id, or its tokens would count as those of this site.`,
        ]
      : []),
    ...clients
      .filter((client) => client.tokenEndpointAuthMethod && !client.confidential)
      .map(
        ({ id }) => `clients: \`${id}\` has a tokenEndpointAuthMethod, but is not confidential.`,
      ),
    ...clients.flatMap((client) => [
      ...client.redirectUris.flatMap((address) => addressFaults(address, 'redirectUris', client)),
      ...client.postLogoutUris.flatMap((address) =>
        addressFaults(address, 'postLogoutUris', client),
      ),
    ]),
  ];
}

type Client = HearthConfig['clients'][number];

/** It is compared letter by letter, so it is written as browsers write it. */
function addressFaults(address: string, setting: string, client: Client): string[] {
  const where = `${setting} of \`${client.id}\``;
  if (!URL.canParse(address)) {
    return [`clients: ${where}: \`${address}\` is not an absolute address.`];
  }
  const url = new URL(address);
  const { username, password, hash } = url;
  const rules: [broken: boolean, sentence: string][] = [
    client.applicationType === 'native'
      ? [
          !isNativeAddress(url),
          'must be http on 127.0.0.1, [::1] or localhost, https elsewhere, or of a private scheme such as com.example.app:/callback.',
        ]
      : [!isWebAddress(url), 'must be an https address, or http on this machine.'],
    [username !== '' || password !== '', 'must not hold a user or a password.'],
    [hash !== '' || address.endsWith('#'), 'must not have a part after #.'],
    [address.includes('*'), 'must be one whole address: `*` stands for nothing.'],
  ];
  return rules
    .filter(([broken]) => broken)
    .map(([, sentence]) => `clients: ${where}: \`${address}\` ${sentence}`);
}

function isWebAddress({ protocol, hostname }: URL): boolean {
  return protocol === 'https:' || (protocol === 'http:' && loopback.test(hostname));
}

/** Schemes that browsers open themselves, so that they lead to no app. */
const schemesOfBrowsers = /^(javascript|vbscript|data|blob|file|about|ftp|wss?):$/;

function isNativeAddress({ protocol, hostname }: URL): boolean {
  const isLoopback = /^(127\.0\.0\.1|localhost|\[::1\])$/.test(hostname);
  if (/^https?:$/.test(protocol)) {
    return isLoopback === (protocol === 'http:');
  }
  return !schemesOfBrowsers.test(protocol);
}

/** Secrets that are missing, too short, or of no configured client. */
export function clientSecretFaults(
  { OAUTH_CLIENT_SECRETS: secrets }: Environment,
  { clients }: HearthConfig,
): string[] {
  const confidential = clients.filter((client) => client.confidential).map(({ id }) => id);
  return [
    ...confidential
      .filter((id) => secrets[id] === undefined)
      .map((id) => `OAUTH_CLIENT_SECRETS: the client \`${id}\` is confidential and has no secret.`),
    ...Object.entries(secrets)
      .filter(([id, secret]) => confidential.includes(id) && secret.length < shortestSecret)
      .map(
        ([id]) =>
          `OAUTH_CLIENT_SECRETS: the secret of \`${id}\` must have at least ${shortestSecret} characters.`,
      ),
    ...Object.keys(secrets)
      .filter((id) => !confidential.includes(id))
      .map((id) => `OAUTH_CLIENT_SECRETS: there is no confidential client \`${id}\`.`),
  ];
}
