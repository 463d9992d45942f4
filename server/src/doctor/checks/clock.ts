import { issuersOf } from '../../modules/identity/index.ts';
import { readDatabaseFacts } from '../../platform/database-facts.ts';
import { toAge } from '../../platform/quantity.ts';
import type { Check, DoctorContext } from '../context.ts';
import { CouldNotCheck, fault, those } from '../finding.ts';

/** More than slow answers and whole seconds explain. */
const mostOffMs = 30_000;

export const clockOfDatabase: Check = {
  name: "the database's clock",
  async run({ database, now }) {
    const db = await database();
    const askedAt = now().getTime();
    const { now: told } = await readDatabaseFacts(db);
    const aheadMs = (askedAt + now().getTime()) / 2 - told.getTime();
    return those(
      Math.abs(aheadMs) > mostOffMs &&
        fault(
          'clock-database',
          `The clocks of this machine and of the database differ by ${toAge(Math.abs(aheadMs))}.`,
          'Turn on time synchronization on both machines (timedatectl set-ntp true).',
        ),
    );
  },
};

/**
 * Clocks of the world outside: Stripe's, which decides whether its messages are taken, and those of
 * providers of sign-in. PUBLIC_URL would tell the time of this machine.
 */
export const clockOutside: Check = {
  name: 'the clock',
  async run(context) {
    const { config, network, issuers } = context;
    const isStripe = config.payments.provider === 'stripe';
    const names = config.social.offered.filter((name) => config.social.keys[name] !== undefined);
    const origins = [
      ...(isStripe ? [stripeOrigin(context)] : []),
      ...issuersOf(names, issuers).map(({ issuer }) => issuer),
    ];
    if (origins.length === 0) {
      return [];
    }
    const asked = await Promise.all(
      origins.map((origin) => network.readClockAhead(origin).catch(nothing)),
    );
    const told = asked.filter((ms) => ms !== undefined);
    if (told.length === 0) {
      throw new CouldNotCheck('no time source answers');
    }
    const worst = told.reduce((most, ms) => (Math.abs(ms) > Math.abs(most) ? ms : most));
    return those(
      Math.abs(worst) > mostOffMs &&
        fault(
          'clock-outside',
          `The clock of this machine is ${toAge(Math.abs(worst))} ${worst > 0 ? 'ahead' : 'behind'}, so links and codes expire at the wrong time${isStripe ? " and Stripe's messages may be refused" : ''}.`,
          'Turn on time synchronization (timedatectl set-ntp true), and check again in a minute.',
        ),
    );
  },
};

const nothing = () => undefined;

export function stripeOrigin({ config: { payments } }: DoctorContext): string {
  const given = payments.provider === 'stripe' ? payments.apiBase : undefined;
  return given ?? 'https://api.stripe.com';
}
