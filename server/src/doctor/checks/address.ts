import { loopback } from '../../config/rules.ts';
import { toAge } from '../../platform/quantity.ts';
import type { Check, DoctorContext } from '../context.ts';
import { CouldNotCheck, type Finding, fault, those, warning } from '../finding.ts';
import type { Arrival } from '../network.ts';

/** Whether PUBLIC_URL leads here, and to what else if it does not. */
export const address: Check = {
  name: 'PUBLIC_URL',
  async run(context) {
    const { config } = context;
    const { hostname } = new URL(config.publicUrl);
    const answer = await context.askPublicUrl().catch((error: NodeJS.ErrnoException) => error);
    if (!(answer instanceof Error)) {
      return await judge(answer, context);
    }
    if (/^(ENOTFOUND|ENODATA)$/.test(answer.code ?? '')) {
      return [
        fault(
          'public-url-dns',
          `The name ${hostname} of PUBLIC_URL has no address in the DNS.`,
          `Add an A or AAAA record for ${hostname} that names this server, or correct PUBLIC_URL.`,
        ),
      ];
    }
    if (answer.code === 'EAI_AGAIN') {
      throw new CouldNotCheck('the DNS server of this machine does not answer');
    }
    return [await explainSilence(answer, context)];
  },
};

async function judge(answer: Arrival, context: DoctorContext): Promise<Finding[]> {
  const { config } = context;
  const { status, location, echo } = answer;
  if (echo) {
    const isOurs = echo.installation === (await context.installation());
    return isOurs
      ? []
      : [
          fault(
            'public-url-other',
            `PUBLIC_URL (${config.publicUrl}) is answered by another installation of Hearth, which has the same SECRET_KEY and another database.`,
            'Let PUBLIC_URL and the proxy lead to this installation, and give each installation a SECRET_KEY of its own.',
          ),
        ];
  }
  if (location !== undefined && status >= 300 && status < 400) {
    return [
      fault(
        'public-url-redirect',
        `PUBLIC_URL (${config.publicUrl}) redirects to ${new URL(location, config.publicUrl).origin}.`,
        'Set PUBLIC_URL to the address that it redirects to, or remove the redirect from the proxy.',
      ),
    ];
  }
  if (status >= 502 && status <= 504) {
    return [await explainSilence({ code: `status ${status}` }, context)];
  }
  return [
    fault(
      'public-url-other',
      `PUBLIC_URL (${config.publicUrl}) is answered with status ${status}, but not by this Hearth.`,
      'Let PUBLIC_URL and the proxy lead here. If a Hearth does run there, it is an older version, or has another SECRET_KEY. Restart it with these settings.',
    ),
  ];
}

/** A stopped server, or one that people cannot reach. */
async function explainSilence(
  { code = 'no answer' }: { readonly code?: string | undefined },
  { config, network }: DoctorContext,
): Promise<Finding> {
  const near = nearOrigin(config);
  const own = await network.ask({ origin: near }).catch(() => undefined);
  return own?.echo
    ? fault(
        'public-url-unreachable',
        `Hearth runs at ${near}, but ${config.publicUrl} does not lead to it (${code}).`,
        `Look at the proxy and the firewall: requests to PUBLIC_URL must be passed to port ${config.port}. A router may also keep this machine from reaching its own public address.`,
      )
    : fault(
        'not-running',
        `Hearth does not run: neither ${config.publicUrl} (${code}) nor ${near} answers.`,
        'Start it (npm start, or the service that starts it), and read the last lines of its log.',
      );
}

/** Address of this installation's server on this machine. */
export function nearOrigin({ host, port }: DoctorContext['config']): string {
  return `http://${toReachable(host)}:${port}`;
}

/** An address of all interfaces is reached by this machine's own. */
function toReachable(host: string): string {
  const own = { '0.0.0.0': '127.0.0.1', '::': '[::1]' }[host] ?? host;
  return own.includes(':') && !own.startsWith('[') ? `[${own}]` : own;
}

const lastDaysMs = 14 * 86_400_000;
/** Certificates of a few days are renewed in their second half. */
const lastShare = 1 / 4;

/** Words for Node's codes; https://nodejs.org/api/tls.html#x509-certificate-error-codes has all. */
const reasons: Record<string, string> = {
  CERT_HAS_EXPIRED: 'it has expired',
  CERT_NOT_YET_VALID: 'it is not valid yet',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'no authority has signed it',
  SELF_SIGNED_CERT_IN_CHAIN: 'an authority that browsers do not know has signed it',
  ERR_TLS_CERT_ALTNAME_INVALID: 'it is for another name',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY:
    'its intermediate certificate is missing, or its authority is unknown',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE:
    'its intermediate certificate is missing, or its authority is unknown',
};

export const certificate: Check = {
  name: 'the certificate of PUBLIC_URL',
  async run(context) {
    const { config, now } = context;
    const { hostname, protocol } = new URL(config.publicUrl);
    if (protocol !== 'https:') {
      return those(
        !loopback.test(hostname) &&
          warning(
            'cookies-over-http',
            `PUBLIC_URL (${config.publicUrl}) is plain http, so passwords and session cookies travel unencrypted.`,
            'Put a proxy with a certificate in front, set PUBLIC_URL to its https address and HEARTH_MODE=production.',
          ),
      );
    }
    const { certificate: shown } = await requireAnswer(context);
    if (shown?.fault !== undefined) {
      return [
        fault(
          'certificate-invalid',
          `Browsers refuse the certificate of ${hostname}: ${reasons[shown.fault] ?? shown.fault}.`,
          `Give the proxy a valid certificate for ${hostname} with all its intermediate certificates, for example through Let's Encrypt.`,
        ),
      ];
    }
    const { validFrom = now(), validTo = now() } = shown ?? {};
    const leftMs = validTo.getTime() - now().getTime();
    const lifeMs = validTo.getTime() - validFrom.getTime();
    return those(
      leftMs < Math.min(lastDaysMs, lifeMs * lastShare) &&
        warning(
          'certificate-expiring',
          `The certificate of ${hostname} expires in ${toAge(leftMs)} and was not renewed.`,
          "Look at the log of the proxy's renewal, and renew it now.",
        ),
    );
  },
};

/** The answer at PUBLIC_URL, of whatever is there. */
export async function requireAnswer(context: DoctorContext): Promise<Arrival> {
  return await context.askPublicUrl().catch(() => {
    throw new CouldNotCheck('PUBLIC_URL does not answer');
  });
}
