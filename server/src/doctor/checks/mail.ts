import { readOutbox, verifyMailServer } from '../../modules/mail/index.ts';
import { toAge, toCount } from '../../platform/quantity.ts';
import type { Check, DoctorContext } from '../context.ts';
import { type Finding, fault, those, warning } from '../finding.ts';

interface Advice {
  readonly isOf: RegExp;
  readonly problem: string;
  readonly fix: string;
}

const advices: readonly Advice[] = [
  {
    isOf: /EAUTH/,
    problem: 'refuses the user name and password of SMTP_URL',
    fix: 'Correct the user name and the password in SMTP_URL; special characters are written as %40 for @, %2F for /.',
  },
  {
    isOf: /ETLS|certificate/,
    problem: 'offers no encryption, or its certificate is not valid',
    fix: 'Use the name that is on its certificate, or SMTP_TLS=optional for a server in a network that you trust.',
  },
  {
    isOf: /EDNS/,
    problem: 'has a name that is not in the DNS',
    fix: 'Correct the host in SMTP_URL.',
  },
  {
    isOf: /./,
    problem: 'cannot be reached',
    fix: 'Check host and port in SMTP_URL and the firewall; many providers block port 25, so use 587 or 465 (smtps://).',
  },
];

/** Connects and signs in at the mail server, and sends nothing. */
export const mailServer: Check = {
  name: 'the mail server',
  async run({ config }) {
    const { mail, product } = config;
    const failure = mail && (await verifyMailServer({ ...mail, productName: product.productName }));
    const advice = advices.find(({ isOf }) => failure && isOf.test(failure.words));
    if (!mail || !failure || !advice) {
      return [];
    }
    const { host } = new URL(mail.smtpUrl);
    const problem = `The mail server ${host} ${advice.problem} (${failure.words}), so no email is sent.`;
    return [fault('mail-server', problem, advice.fix)];
  },
};

/** Whether other mail servers have a reason to believe mails of our sender. */
export const mailSender: Check = {
  name: 'the sender of emails',
  async run(context) {
    const { mode, mail } = context.config;
    const domain = mail?.from.address.split('@').at(-1)?.toLowerCase();
    if (mode === 'local' || domain === undefined) {
      return [];
    }
    if (/(^|\.)example(\.(com|net|org))?$|\.(test|invalid|localhost)$/.test(domain)) {
      return [
        fault(
          'mail-sender-example',
          `Emails are sent from ${domain}, which no one owns.`,
          'Set MAIL_FROM to an address of your own domain.',
        ),
      ];
    }
    return await findMissingRecords(domain, context);
  },
};

async function findMissingRecords(
  domain: string,
  { readTexts }: DoctorContext,
): Promise<Finding[]> {
  const [spf, dmarc] = await Promise.all([
    hasRecord(readTexts, [domain], /^v=spf1\b/i),
    hasRecord(
      readTexts,
      parentsOf(domain).map((name) => `_dmarc.${name}`),
      /^v=DMARC1\b/i,
    ),
  ]);
  const missing = [
    ...(spf ? [] : [`SPF (a TXT record of ${domain})`]),
    ...(dmarc ? [] : [`DMARC (a TXT record of _dmarc.${domain})`]),
  ];
  return those(
    missing.length > 0 &&
      warning(
        'mail-sender-unproven',
        `The domain ${domain} of MAIL_FROM has no ${missing.join(' and no ')}, so emails may be treated as spam.`,
        'Add the records from the documentation of your mail provider.',
      ),
  );
}

async function hasRecord(
  readTexts: DoctorContext['readTexts'],
  names: readonly string[],
  pattern: RegExp,
): Promise<boolean> {
  const texts = await Promise.all(names.map((name) => readTexts(name)));
  return texts.flat().some((text) => pattern.test(text));
}

/** A parent domain's policy holds for its subdomains; a single label such as `com` has none. */
function parentsOf(domain: string): string[] {
  const labels = domain.split('.');
  return labels.slice(0, -1).map((_, index) => labels.slice(index).join('.'));
}

/** A mail server that is away for a moment is no fault. */
const longestWaitMs = 15 * 60_000;

export const outbox: Check = {
  name: 'the waiting emails',
  async run({ database, productNow }) {
    const { waiting, oldestAt, givenUp } = await readOutbox(await database());
    const waitsMs = oldestAt ? (await productNow()).getTime() - oldestAt.getTime() : 0;
    return those(
      waitsMs > longestWaitMs &&
        fault(
          'mails-waiting',
          `${toCount(waiting, 'email')} could not be sent, the oldest for ${toAge(waitsMs)}.`,
          'Look for other findings about the mail server and the jobs, and for `job failed` in the log. The emails are sent automatically once that is fixed.',
        ),
      givenUp > 0 &&
        warning(
          'mails-given-up',
          `${toCount(givenUp, 'email')} of the last 30 days failed twelve times and will not be tried again.`,
          'Look at the log for the reason, and correct SMTP_URL; people can request their links again.',
        ),
    );
  },
};
