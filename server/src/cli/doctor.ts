import { openDoctor, type Surroundings } from '../boot/open-doctor.ts';
import { type Config, ConfigFaults, type Reading } from '../config/config.ts';
import { checks, examine } from '../doctor/examine.ts';
import { type Finding, fault } from '../doctor/finding.ts';
import { type Diagnosis, isHealthy, toJson, toText } from '../doctor/report.ts';
import { sendTestMail } from '../modules/mail/index.ts';

export const doctorUsage = {
  line: 'doctor [--json] [--mail <address>]',
  help: 'Finds faults in this installation and says how to fix each; changes nothing.',
};

interface DoctorOptions {
  readonly isJson: boolean;
  /** Address that gets one test mail. */
  readonly mailTo: string | undefined;
}

/** Undefined for a line that is none of the doctor's. */
export function readDoctorLine([name, ...flags]: readonly string[]): DoctorOptions | undefined {
  const isJson = flags.includes('--json');
  const [flag, mailTo, ...rest] = flags.filter((one) => one !== '--json');
  const isMail = flag === '--mail' && mailTo?.includes('@') === true && rest.length === 0;
  return name === 'doctor' && (flag === undefined || isMail) ? { isJson, mailTo } : undefined;
}

export async function runDoctor(
  { isJson, mailTo }: DoctorOptions,
  readConfig: (reading: Reading) => Config,
  elsewhere: Partial<Surroundings> = {},
) {
  const config = tryToRead(readConfig);
  const diagnosis =
    config instanceof Error
      ? toWrongConfiguration(config)
      : await diagnose(config, { mailTo, elsewhere });
  return {
    text: isJson ? toJson(diagnosis) : toText(diagnosis),
    exitCode: isHealthy(diagnosis) ? 0 : 1,
  };
}

function tryToRead(readConfig: (reading: Reading) => Config): Config | Error {
  try {
    return readConfig({ isReadOnly: true });
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

/** Each fault of a configuration with which Hearth does not start is a finding. */
function toWrongConfiguration(error: Error): Diagnosis {
  const faults = error instanceof ConfigFaults ? error.faults : [error.message];
  return {
    checks: checks.length,
    findings: faults.map((sentence) =>
      fault(
        'configuration',
        `Hearth does not start: ${sentence}`,
        `Correct ${whereIs(sentence)}, and run the doctor again.`,
      ),
    ),
    notChecked: [{ check: 'everything else', reason: 'the configuration has to be right first' }],
  };
}

/** A fault begins with the setting, or with the file that it is in. */
function whereIs(sentence: string): string {
  const setting = /^[A-Z_]+(?=[:,])/.exec(sentence)?.[0];
  return setting ? `${setting} in the environment or in .env` : 'what the sentence names';
}

async function diagnose(
  config: Config,
  {
    mailTo,
    elsewhere,
  }: { readonly mailTo: string | undefined; readonly elsewhere: Partial<Surroundings> },
): Promise<Diagnosis> {
  const { context, close } = openDoctor(config, elsewhere);
  try {
    const diagnosis = await examine(context);
    if (mailTo === undefined) {
      return diagnosis;
    }
    const failure = await tryMail(mailTo, config);
    return failure
      ? { ...diagnosis, findings: [...diagnosis.findings, failure] }
      : { ...diagnosis, testMail: mailTo };
  } finally {
    await close();
  }
}

/** The only thing that the doctor sends. */
async function tryMail(to: string, { mail, product }: Config): Promise<Finding | undefined> {
  const fix = 'Correct SMTP_URL and MAIL_FROM; a mail server may also refuse this sender.';
  if (!mail) {
    const problem =
      'The test email was not sent: without SMTP_URL, emails are shown at /dev/mailbox.';
    return fault('mail-server', problem, fix);
  }
  return await sendTestMail(to, { ...mail, productName: product.productName }).then(
    () => undefined,
    (error: Error) => fault('mail-server', `The test email was not sent. ${error.message}`, fix),
  );
}
