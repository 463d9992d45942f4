import type { Config } from '../config/config.ts';
import { type BillingJobs, sweepDeclines, sweepRecords } from '../modules/billing/index.ts';
import { sweepAddressChanges, sweepDeletions, sweepViews } from '../modules/console/index.ts';
import { sweepHostedSignIns } from '../modules/hosted-sign-in/index.ts';
import {
  sweepAccountInvitations,
  sweepActionCodes,
  sweepEmailSignIns,
  sweepEndedSessions,
  sweepFlows,
  sweepKnownDevices,
  sweepPasskeyChallenges,
  sweepPasskeys,
  sweepPendingIdentities,
  sweepPendingSignIns,
  sweepRemovedLinks,
  sweepSecondFactors,
  sweepSessions,
  sweepSigningKeys,
  sweepUnverifiedAccounts,
} from '../modules/identity/index.ts';
import {
  createMailboxTransport,
  createRemoveOldMails,
  createSendMail,
  createSmtpTransport,
  type MailBrand,
  releaseWaitingMails,
  sendMailTask,
} from '../modules/mail/index.ts';
import { removeRemovalsUntil, sweepInvites } from '../modules/members/index.ts';
import {
  numberEvents,
  sendWebhooksTask,
  sweepEvents,
  type WebhookSender,
} from '../modules/server-api/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { DueWork } from '../platform/jobs/due-work.ts';
import type { JobLog } from '../platform/jobs/job-log.ts';
import type { JobGroup, Task } from '../platform/jobs/jobs.ts';
import { oneAtATime } from '../platform/one-at-a-time.ts';
import type { Database } from '../platform/transaction.ts';
import type { createServices } from './services.ts';

interface JobParts {
  readonly sendMail: Task;
  readonly webhooks: Pick<WebhookSender, 'wake'>;
  readonly backups: Readonly<Record<string, Task>>;
  readonly money: ReturnType<BillingJobs['tasks']>;
  readonly runDueMails: () => Promise<void>;
  readonly runDue: () => Promise<void>;
  /** Tasks of the product on Hearth. */
  readonly app: Readonly<Record<string, Task>>;
  readonly runDueApp: () => Promise<void>;
}

const dueMailsTask = 'run-due-mails';
const dueTask = 'run-due';
const dueAppTask = 'run-due-app';

/**
 * Mails never wait for the payment provider, nor people's changes for the hourly comparison with it. Jobs of one slow
 * customer never use all slots of a group.
 */
export function toJobGroups({
  sendMail,
  webhooks,
  backups,
  money,
  runDueMails,
  runDue,
  app,
  runDueApp,
}: JobParts): readonly [JobGroup, JobGroup, JobGroup, JobGroup, JobGroup] {
  const one = () => '';
  return [
    {
      concurrency: 4,
      tasks: { [sendMailTask]: sendMail, [dueMailsTask]: oneAtATime(runDueMails, one) },
      everyMinute: dueMailsTask,
    },
    { concurrency: 10, tasks: money.awaited },
    // The jobs only wake the sender, which has a lane for each endpoint.
    {
      concurrency: 2,
      tasks: { [sendWebhooksTask]: webhooks.wake },
    },
    {
      concurrency: 5,
      tasks: { ...money.lowPriority, ...backups, [dueTask]: oneAtATime(runDue, one) },
      everyMinute: dueTask,
    },
    // A function of the product that never returns stops nothing of ours.
    {
      concurrency: 5,
      tasks: { ...app, [dueAppTask]: oneAtATime(runDueApp, one) },
      everyMinute: dueAppTask,
    },
  ];
}

interface DueWorks {
  /** Mails, and what else never waits for the payment provider. */
  readonly mails: readonly DueWork[];
  readonly others: readonly DueWork[];
}

/** Work that is due is done every minute, and whenever local mode's clock is moved. */
export function toDueWorks(
  services: Awaited<ReturnType<typeof createServices>>,
  { money, webhooks }: { readonly money: BillingJobs; readonly webhooks: WebhookSender },
): DueWorks {
  const { db, clock, limits, settings } = services;
  return {
    mails: [
      ...unlessDoubtful([createRemoveOldMails(db), () => limits.sweep(db)], clock),
      (at) => releaseWaitingMails(db, at),
      money.logHealth,
    ],
    others: [
      ...unlessDoubtful(
        [
          (at) => sweepFlows(db, at),
          (at) => sweepPendingIdentities(db, at),
          (at) => sweepSessions(db, { at, idleDays: settings.sessions.idleDays }),
          (at) => sweepEndedSessions(db, at),
          (at) => sweepHostedSignIns(db, at),
          (at) => sweepActionCodes(db, at),
          (at) => sweepEmailSignIns(db, at),
          (at) => sweepPendingSignIns(db, at),
          (at) => sweepSecondFactors(db, at),
          (at) => sweepPasskeys(db, at),
          (at) => sweepPasskeyChallenges(db, at),
          (at) => sweepRemovedLinks(db, at),
          (at) => sweepKnownDevices(db, at),
          (at) => sweepSigningKeys(db, at),
          (at) => sweepInvites(db, at),
          (at) => sweepAccountInvitations(db, at),
          (at) => removeRemovalsUntil(db, at),
          (at) => sweepDeclines(db, at),
          (at) => sweepRecords(db, at),
          (at) => sweepUnverifiedAccounts(services, at),
          (at) => sweepAddressChanges(services, at),
          (at) => sweepDeletions(services, at),
          (at) => sweepViews(db, at),
          (at) => sweepEvents(db, at),
        ],
        clock,
      ),
      () => numberEvents(db),
      webhooks.runDue,
      money.runDue,
    ],
  };
}

/** Holds removals back while clocks contradict each other. */
function unlessDoubtful(works: readonly DueWork[], clock: Clock): DueWork[] {
  return works.map((work) => async (at) => {
    if (clock.isTrusted?.() !== false) {
      await work(at);
    }
  });
}

interface SendMailChoice {
  readonly config: Config;
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Pick<JobLog, 'warn'>;
}

/** Sends through the mail server, or to the screen /dev/mailbox without one. */
export function toSendMail({ config, db, clock, log }: SendMailChoice) {
  const { secretKey, publicUrl, mail, texts } = config;
  const { productName, languages, words: ownWords } = config.product;
  const brand = toMailBrand(config);
  const transport = mail
    ? createSmtpTransport({ ...mail, productName, replyTo: brand.support })
    : createMailboxTransport(db);
  const site = { productName, languages, publicUrl, brand, ownWords, texts };
  return createSendMail({ db, clock, log, secretKey, ...site, transport });
}

/** Programs that show emails know no SVG, so a logo in it stays out. */
function toMailBrand({ brand, publicUrl }: Config): MailBrand {
  const { logo, favicon, ...rest } = brand;
  const isShown =
    logo && [logo.light, logo.dark].every(({ contentType }) => contentType === 'image/png');
  const at = ({ path }: { readonly path: string }) => publicUrl + path;
  return {
    ...rest,
    ...(isShown && { logo: { ...logo, light: at(logo.light), dark: at(logo.dark) } }),
  };
}
