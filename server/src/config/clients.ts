import type { HearthConfig } from '@hearth/contract';
import type { Environment } from './environment.ts';
import { loopback } from './rules.ts';

/** A front end on another origin that people sign in to here. */
export interface SignInClientConfig extends Readonly<HearthConfig['clients'][number]> {
  /** Of a confidential one; undefined otherwise. */
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
    ...clients.flatMap(({ id, redirectUris, postLogoutUris }) => [
      ...redirectUris.flatMap((address) => addressFaults(address, `redirectUris of \`${id}\``)),
      ...postLogoutUris.flatMap((address) => addressFaults(address, `postLogoutUris of \`${id}\``)),
    ]),
  ];
}

/** It is compared letter by letter, so it is written as browsers write it. */
function addressFaults(address: string, where: string): string[] {
  if (!URL.canParse(address)) {
    return [`clients: ${where}: \`${address}\` is not an absolute address.`];
  }
  const { protocol, hostname, username, password, hash } = new URL(address);
  const rules: [broken: boolean, sentence: string][] = [
    [
      protocol !== 'https:' && !(protocol === 'http:' && loopback.test(hostname)),
      'must be an https address, or http on this machine.',
    ],
    [username !== '' || password !== '', 'must not hold a user or a password.'],
    [hash !== '' || address.endsWith('#'), 'must not have a part after #.'],
    [address.includes('*'), 'must be one whole address: `*` stands for nothing.'],
  ];
  return rules
    .filter(([broken]) => broken)
    .map(([, sentence]) => `clients: ${where}: \`${address}\` ${sentence}`);
}

/** Secrets that are missing, too short, or of nobody. */
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
