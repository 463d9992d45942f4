import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Config } from '../../config/config.ts';
import { readInstallation } from '../../modules/billing/index.ts';
import { toIpAddress } from '../../platform/ip-address.ts';
import { readProcessLimits } from '../../platform/process-limits.ts';
import {
  echoHeader,
  echoPath,
  openQuestion,
  type RequestEcho,
  sealEcho,
} from '../../platform/request-echo.ts';
import type { Database } from '../../platform/transaction.ts';

/** Answers the doctor with its request as it arrived; everybody else gets 404 at this address. */
export async function registerDoctor(
  app: FastifyInstance,
  { config: { secretKey }, db }: { readonly config: Config; readonly db: Database },
): Promise<void> {
  app.get(echoPath, { config: { call: 'doctor' } }, async (request, reply) => {
    const asked = request.headers[echoHeader];
    const nonce = typeof asked === 'string' ? openQuestion(asked, secretKey) : undefined;
    if (nonce === undefined) {
      return reply.callNotFound();
    }
    const answer = { nonce, installation: await readInstallation(db), ...describe(request) };
    const limits = await readProcessLimits();
    const runningMs = process.uptime() * 1_000;
    return reply
      .header('cache-control', 'no-store')
      .type('text/plain')
      .send(sealEcho({ ...answer, runningMs, limits }, secretKey));
  });
}

function describe({ headers, socket, address, ips = [] }: FastifyRequest) {
  return {
    host: headers.host ?? '',
    forwardedFor: listOf(headers['x-forwarded-for']),
    forwardedProto: listOf(headers['x-forwarded-proto'])[0] ?? null,
    peer: toIpAddress(socket.remoteAddress ?? '') ?? '',
    isTrusted: ips.length > 1,
    client: address,
  } satisfies Partial<RequestEcho>;
}

/** A header that is there several times holds one list. */
function listOf(header: string | string[] | undefined): string[] {
  return [header ?? []]
    .flat()
    .flatMap((line) => line.split(','))
    .map((one) => one.trim())
    .filter((one) => one !== '');
}
