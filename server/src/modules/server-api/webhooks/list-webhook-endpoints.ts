import * as contract from '@hearth/contract';
import { read } from './operation.ts';
import { toEndpointDocument } from './webhook-endpoint.ts';
import { listEndpoints } from './webhook-endpoint-store.ts';

/** All endpoints. */
export const listWebhookEndpoints = read(contract.listWebhookEndpoints, async (_input, { db }) => {
  const endpoints = await listEndpoints(db);
  return { data: endpoints.map(toEndpointDocument) };
});
