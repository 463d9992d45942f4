import * as contract from '@hearth/contract';
import { read } from '../operation.ts';

/** The project as every visitor may know it. */
export const getProjectConfig = read(
  contract.getProjectConfig,
  async (_input, { settings, site, social }) => ({
    projectId: settings.projectId,
    apiKey: site.apiKey,
    authorizedDomains: [...site.knownHosts],
    allowPasswordUser: true as const,
    enableAnonymousUser: false as const,
    idpConfig: social.offered.map((provider) => ({ provider, enabled: true as const })),
  }),
);
