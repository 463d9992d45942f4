import type { Examination } from '@hearth/contract';
import type { Config } from '../config/config.ts';
import { examine } from '../doctor/examine.ts';
import type { PaymentProvider } from '../modules/billing/index.ts';
import { shareReading } from '../observe/share-reading.ts';
import type { DatabaseLocation } from '../platform/database.ts';
import type { Database } from '../platform/transaction.ts';
import { openDoctor } from './open-doctor.ts';

interface RunningParts {
  readonly config: Config;
  readonly db: Database;
  readonly location: DatabaseLocation;
  readonly payments: PaymentProvider | undefined;
}

/** The doctor's checks of the running server, made once for all who ask within a minute. */
export function createExamine({ config, db, location, payments }: RunningParts) {
  const share = shareReading(
    async (): Promise<Examination> => {
      const { context } = openDoctor(config, {
        open: async () => ({ db, location, close: async () => undefined }),
      });
      const found = await examine({ ...context, payments: async () => payments });
      return {
        at: context.now().toISOString(),
        checks: found.checks,
        findings: [
          ...found.findings.filter(({ severity }) => severity === 'fault'),
          ...found.findings.filter(({ severity }) => severity === 'warning'),
        ],
        not_checked: [...found.notChecked],
      };
    },
    { keepMs: 60_000, longestMs: 15_000 },
  );
  return async (): Promise<Examination> => {
    const examination = await share();
    if (!examination) {
      throw new Error('The checks of the doctor did not end.');
    }
    return examination;
  };
}
