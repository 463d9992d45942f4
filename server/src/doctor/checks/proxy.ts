import { toCount } from '../../platform/quantity.ts';
import type { RequestEcho } from '../../platform/request-echo.ts';
import type { Check, DoctorContext } from '../context.ts';
import { CouldNotCheck, type Finding, fault, those, warning } from '../finding.ts';
import { requireAnswer } from './address.ts';

/** An address of the documentation's own network (RFC 5737), which nobody has. */
const forged = '192.0.2.1';

/** Asks Hearth through the proxies, once plainly and once with a forged address, how that arrived. */
export const proxy: Check = {
  name: 'the proxy',
  async run(context) {
    const { publicUrl } = context.config;
    const echo = await requireEcho(context);
    const { host, hostname, protocol } = new URL(publicUrl);
    const scheme = protocol.slice(0, -1);
    const { forwardedProto } = echo;
    return [
      ...those(await findWrongTrust(echo, context)),
      ...those(
        // A proxy may leave the port out (nginx: $host).
        echo.host.replace(/:\d+$/, '') !== hostname &&
          warning(
            'proxy-changes-host',
            `The proxy passes the host ${echo.host} on instead of ${host}.`,
            'Let it pass Host on (nginx: proxy_set_header Host $host; Caddy does so by default).',
          ),
        forwardedProto !== null &&
          forwardedProto !== scheme &&
          warning(
            'proxy-changes-scheme',
            `The proxy reports ${forwardedProto} requests, but PUBLIC_URL begins with ${scheme}.`,
            'Let the proxy that ends TLS write X-Forwarded-Proto, or correct PUBLIC_URL.',
          ),
      ),
    ];
  },
};

async function requireEcho(context: DoctorContext): Promise<RequestEcho> {
  const { echo } = await requireAnswer(context);
  if (!echo) {
    throw new CouldNotCheck('PUBLIC_URL does not lead to this Hearth');
  }
  return echo;
}

/** At most one finding, since all of them are about one setting. */
async function findWrongTrust(
  echo: RequestEcho,
  { config, network }: DoctorContext,
): Promise<Finding | undefined> {
  const { trustProxy = '0', publicUrl } = config;
  const seen = echo.forwardedFor.length;
  const hops = /^\d+$/.test(trustProxy) ? Number(trustProxy) : undefined;
  if (seen === 0) {
    return hops === 0 ? undefined : notAppended(trustProxy);
  }
  if (!echo.isTrusted) {
    return fault(
      'proxy-not-trusted',
      `A proxy at ${echo.peer} is in front, but TRUST_PROXY does not name it: all people count as one client, and one of them can lock everyone else out.`,
      `Set TRUST_PROXY=${seen} (the number of proxies) or TRUST_PROXY=${echo.peer}, and restart.`,
    );
  }
  if (hops !== undefined && seen > hops) {
    return fault(
      'proxy-count',
      `${toCount(seen, 'proxy').replace('proxys', 'proxies')} passed the request on, but TRUST_PROXY is ${hops}: all people behind the first one count as one client.`,
      `Set TRUST_PROXY=${seen}, and restart.`,
    );
  }
  const again = await network.ask({ origin: publicUrl, forwardedFor: forged });
  return isBelieved(again.echo, hops) ? letsForge(trustProxy) : undefined;
}

/** Named networks may hold this machine too, whose word then counts; there, an address that was not appended shows the fault. */
function isBelieved(echo: RequestEcho | undefined, hops: number | undefined): boolean {
  return hops === undefined ? echo?.forwardedFor.join() === forged : echo?.client === forged;
}

function notAppended(trustProxy: string): Finding {
  return fault(
    'proxy-missing',
    `TRUST_PROXY is ${trustProxy}, but no proxy added an X-Forwarded-For: clients can choose the address that they are counted by, or all count as one.`,
    'Set TRUST_PROXY=0 if no proxy is in front. Otherwise let it append the address (nginx: proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for).',
  );
}

function letsForge(trustProxy: string): Finding {
  return fault(
    'proxy-lets-forge',
    `With TRUST_PROXY=${trustProxy}, Hearth believed an address that a client made up in X-Forwarded-For, so limits on attempts do not hold.`,
    'Let every proxy append the address that it sees, and set TRUST_PROXY to the number of proxies, not more.',
  );
}
