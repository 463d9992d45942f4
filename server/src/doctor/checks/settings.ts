import { networkInterfaces } from 'node:os';
import { loopback } from '../../config/rules.ts';
import { socialWarnings } from '../../config/social.ts';
import { issuersOf } from '../../modules/identity/index.ts';
import { toAge } from '../../platform/quantity.ts';
import type { Check, DoctorContext } from '../context.ts';
import { type Finding, fault, those, warning } from '../finding.ts';
import { isPrivate } from '../private-address.ts';

/** Local mode lets everybody who reaches it read mails and move the clock. */
export const localMode: Check = {
  name: 'the mode',
  async run(context) {
    const { mode, host, publicUrl, rateLimits } = context.config;
    const { hostname } = new URL(publicUrl);
    if (mode !== 'local' || (loopback.test(host) && loopback.test(hostname))) {
      return [];
    }
    const addresses = [...(await addressesOf(hostname, context)), ...addressesAt(host)];
    const isPublic = !addresses.every(isPrivate);
    const limits = rateLimits ? '' : ', without limits on attempts';
    const told = isPublic ? fault : warning;
    return [
      told(
        'local-mode-public',
        `Hearth runs in local mode at ${isPublic ? 'a public address' : 'an address beyond this machine'} (${publicUrl}, HOST ${host})${limits}: anyone who reaches it can read all emails and pay with test cards.`,
        'Set HEARTH_MODE=production with the settings that it asks for, or HOST=127.0.0.1 and no PUBLIC_URL.',
      ),
    ];
  },
};

async function addressesOf(
  hostname: string,
  { lookup }: DoctorContext,
): Promise<readonly string[]> {
  return loopback.test(hostname)
    ? []
    : await lookup(hostname.replace(/[[\]]/g, '')).catch(() => []);
}

/** Addresses that a HOST opens: its own, or all of this machine. */
function addressesAt(host: string): string[] {
  const isAll = host === '0.0.0.0' || host === '::';
  const all = Object.values(networkInterfaces()).flatMap((list) => list ?? []);
  return isAll ? all.map(({ address }) => address.replace(/%.*/, '')) : [];
}

/** Other sites that the product's screens load from. The operator is responsible for them. */
export const contentSources: Check = {
  name: 'the origins of the product',
  async run({ config: { app } }) {
    const named = Object.entries(app.csp).filter(([, origins]) => origins.length > 0);
    const list = named.map(([kind, origins]) => `${kind} from ${origins.join(', ')}`).join('; ');
    return those(
      named.length > 0 &&
        warning(
          'content-sources',
          `The screens of app/ load from other sites: ${list}. Those sites learn who opens them.`,
          'Remove from `csp` in app/server/index.ts what is not needed.',
        ),
    );
  },
};

/** Sites that may call the API, and links that visitors see. */
export const sites: Check = {
  name: 'the sites',
  async run({ config: { mode, corsOrigins, product } }) {
    if (mode === 'local') {
      return [];
    }
    const plain = corsOrigins.filter(isPlain);
    const links = product.front.links.map(({ url }) => url).filter((url) => URL.canParse(url));
    const examples = links.filter((url) =>
      /(^|\.)example\.(com|net|org)$/.test(new URL(url).hostname),
    );
    return those(
      plain.length > 0 &&
        fault(
          'cors-http',
          `Sites over plain http may call the API: ${plain.join(', ')}. Anyone in between can act as the people who use them.`,
          'Write https:// in CORS_ORIGINS, or remove these sites.',
        ),
      examples.length > 0 &&
        warning(
          'links-example',
          `Links at the foot of your pages lead to ${examples.join(' and ')}.`,
          'Put your own terms and privacy pages into front.links in hearth.json, and restart.',
        ),
    );
  },
};

function isPlain(origin: string): boolean {
  const { protocol, hostname } = new URL(origin);
  return protocol === 'http:' && !loopback.test(hostname);
}

/** Providers that are switched on, and that nobody can sign in with. */
export const socialProviders: Check = {
  name: 'the sign-in providers',
  async run({ config, issuers }) {
    const { social, publicUrl } = config;
    const missing = socialWarnings(config).map((sentence) => {
      const [problem = '', fix = ''] = sentence.split(': ');
      const redirect = `register ${publicUrl}/auth/callback there, and restart.`;
      return warning(
        'social-keys',
        `${problem}.`,
        `${capital(fix).replace(/\.$/, '')}; ${redirect}`,
      );
    });
    const names = social.offered.filter((name) => social.keys[name] !== undefined);
    const away = issuersOf(names, issuers).map(({ name, issuer }) => askIssuer(name, issuer));
    return [...missing, ...(await Promise.all(away)).flat()];
  },
};

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

const timeoutMs = 6_000;

async function askIssuer(name: string, issuer: string): Promise<Finding[]> {
  const url = `${issuer}/.well-known/openid-configuration`;
  const answer = await fetch(url, { signal: AbortSignal.timeout(timeoutMs) }).catch(
    () => undefined,
  );
  await answer?.body?.cancel();
  return those(
    answer?.ok !== true &&
      fault(
        'social-unreachable',
        `No one can sign in with ${name}: ${url} ${answer ? `answers ${answer.status}` : 'does not answer'}.`,
        `Let this machine reach ${new URL(issuer).origin} (firewall, DNS), or switch ${name} off in socialProviders.`,
      ),
  );
}

const hourSeconds = 3_600;
/** The first one is made within a minute of the first start. */
const firstSeconds = 300;

/** A backup is overdue as the log says it: after twice its time. */
export const newestBackup: Check = {
  name: 'the backups',
  async run({ config, backups, isStarting }) {
    const { schedule, readAgeSeconds, readSecondsWithout } = backups;
    if (!schedule) {
      return those(
        config.mode === 'production' &&
          warning(
            'backup-not-set',
            'No scheduled backups are made.',
            'Set BACKUP_DIR to a folder on another disk, and copy SECRET_KEY to a safe place.',
          ),
      );
    }
    const seconds = await readAgeSeconds();
    const isOld =
      seconds === undefined
        ? (await readSecondsWithout()) > firstSeconds
        : seconds > 2 * schedule.everyHours * hourSeconds;
    const age =
      seconds === undefined
        ? 'There is no scheduled backup yet'
        : `The newest scheduled backup is ${toAge(seconds * 1_000)} old`;
    return those(
      isOld &&
        !(await isStarting()) &&
        fault(
          'backup-old',
          `${age}, and one is due every ${schedule.everyHours} hours.`,
          'Look for `job failed` with the task `back-up` in the log and remove its cause; the next scheduled backup ends this. Until then make one by hand: npm run hearth -- backup <file>.',
        ),
    );
  },
};
