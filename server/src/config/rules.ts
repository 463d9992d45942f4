import type { Environment } from './environment.ts';

/** This machine, as HOST or the host of an address names it. */
export const loopback = /^(127\.\d+\.\d+\.\d+|localhost|\[?::1\]?)$/;

/** The mode is never guessed: signs of production without HEARTH_MODE stop the start. */
export function modeFault(environment: Environment, modeGiven: boolean): string | undefined {
  if (modeGiven) {
    return undefined;
  }
  const signs = [
    environment.SMTP_URL !== undefined && 'SMTP_URL',
    environment.STRIPE_SECRET_KEY !== undefined && 'STRIPE_SECRET_KEY',
    environment.PUBLIC_URL?.startsWith('https:') && 'an https PUBLIC_URL',
    !loopback.test(environment.HOST) && 'a HOST beyond this machine',
  ].filter((sign) => typeof sign === 'string');
  return signs.length === 0
    ? undefined
    : `HEARTH_MODE: ${signs.join(' and ')} is set, so say which mode is meant: HEARTH_MODE=production, or HEARTH_MODE=local to try things out.`;
}

/** Faults that both modes have. */
export function secretFaults({ SECRET_KEY, SECRET_KEY_OLD }: Environment): string[] {
  return SECRET_KEY !== undefined && SECRET_KEY === SECRET_KEY_OLD
    ? ['SECRET_KEY_OLD: is the same as SECRET_KEY. Remove it, or set another SECRET_KEY.']
    : [];
}

/** Faults of addresses that local mode cannot have. */
export function addressFaults(environment: Environment): string[] {
  const { PUBLIC_URL } = environment;
  const { origin, href } = new URL(PUBLIC_URL ?? 'http://localhost');
  return href === `${origin}/` ? [] : ['PUBLIC_URL: must be an origin without a path.'];
}

/** Settings that production needs and that are missing. */
export function productionFaults(environment: Environment): string[] {
  const {
    PUBLIC_URL,
    SMTP_URL,
    MAIL_FROM,
    API_KEY,
    SECRET_KEY,
    HEARTH_APP,
    RATE_LIMITS,
    TRUST_PROXY,
  } = environment;
  const rules: [broken: boolean, sentence: string][] = [
    [
      !PUBLIC_URL?.startsWith('https:'),
      'PUBLIC_URL: production needs the https address under which people reach it.',
    ],
    [SMTP_URL === undefined, 'SMTP_URL: production needs a mail server.'],
    [MAIL_FROM === undefined, 'MAIL_FROM: production needs a sender address for emails.'],
    [API_KEY === 'hearth-local', 'API_KEY: production needs a key of its own, not the default.'],
    [SECRET_KEY === undefined, 'SECRET_KEY: production needs a secret of at least 32 characters.'],
    [HEARTH_APP === 'off', 'HEARTH_APP: can be off in local mode only.'],
    [RATE_LIMITS === 'off', 'RATE_LIMITS: can be off in local mode only.'],
    [
      TRUST_PROXY === undefined,
      'TRUST_PROXY: production needs the number of proxies in front or their addresses (0 for none). Without it, all people behind a proxy count as one client, and one of them can lock everyone else out.',
    ],
  ];
  return [
    ...rules.filter(([broken]) => broken).map(([, sentence]) => sentence),
    ...addressFaults(environment),
  ];
}
