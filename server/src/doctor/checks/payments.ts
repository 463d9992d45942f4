import {
  countUntaxed,
  createPriceCheck,
  KeyRefused,
  listUnknownPrices,
  ProviderUnavailable,
  WrongAccount,
} from '../../modules/billing/index.ts';
import { toCount } from '../../platform/quantity.ts';
import type { Check, DoctorContext } from '../context.ts';
import { type Finding, fault, those, warning } from '../finding.ts';
import { stripeOrigin } from './clock.ts';

/** Whether the keys are of the account and the mode that they should be of. */
export const stripeAccount: Check = {
  name: 'the account at Stripe',
  async run(context) {
    const { payments, mode } = context.config;
    if (payments.provider !== 'stripe') {
      return [];
    }
    const isLive = /^(sk|rk)_live_/.test(payments.secretKey);
    return [
      ...those(
        mode === 'local' &&
          isLive &&
          fault(
            'stripe-mode',
            'STRIPE_SECRET_KEY is a live key, but Hearth runs in local mode, where anyone at this machine can move the clock and read all emails.',
            'Set HEARTH_MODE=production, or use test mode keys (sk_test_…).',
          ),
        mode === 'production' &&
          !isLive &&
          warning(
            'stripe-mode',
            'STRIPE_SECRET_KEY is a test mode key, so this installation takes no real money.',
            'Set the three live keys when you begin to sell; "Another account" in docs/operating.md says how.',
          ),
      ),
      ...(await findWrongAccount(context)),
    ];
  },
};

/** Whether the money is real. */
export const emulator: Check = {
  name: 'whether Stripe is an emulator',
  async run({ config: { payments, mode }, payments: open }) {
    const { accountPrefix } = await import('@hearth/stripe-emulator');
    const isEmulated =
      payments.provider === 'sandbox'
        ? mode === 'production'
        : ((await (await open())?.readAccount())?.id?.startsWith(accountPrefix) ?? false);
    return those(
      isEmulated &&
        warning(
          'stripe-emulator',
          'The payment provider is the Stripe emulator, so this installation takes no real money.',
          'Before you sell, set the three live keys of your account at Stripe, and remove PAYMENT_PROVIDER and STRIPE_API_BASE.',
        ),
    );
  },
};

/** Without them every purchase is refused, because no tax can be computed. */
export const taxSettings: Check = {
  name: 'the tax settings at Stripe',
  async run({ config, payments }) {
    const { provider } = config.payments;
    if (provider !== 'stripe' || config.product.billing.tax !== 'automatic') {
      return [];
    }
    const missing = await (await payments())?.readMissingTaxSettings();
    const lacking = missing?.length ? `: it lacks ${missing.join(', ')}` : '';
    return those(
      missing != null &&
        fault(
          'stripe-tax',
          `Stripe is to compute taxes, but Stripe Tax is not active in the account${lacking}.`,
          'Complete https://dashboard.stripe.com/settings/tax in the same mode (address of the head office, tax category, registrations), or take "tax" out of `billing` in hearth.json.',
        ),
    );
  },
};

function unreachable(reason: string): Finding {
  return fault(
    'stripe-unreachable',
    `No one can pay: ${reason}`,
    'Let this machine reach https://api.stripe.com on port 443 (firewall, DNS), and look at https://status.stripe.com.',
  );
}

async function findWrongAccount(context: DoctorContext): Promise<Finding[]> {
  const { payments, network } = context;
  const silence = await network.readClockAhead(stripeOrigin(context)).then(() => undefined, codeOf);
  if (silence !== undefined) {
    return [unreachable(`Stripe does not answer (${silence}).`)];
  }
  const provider = await payments();
  try {
    await provider?.readAccount();
    return [];
  } catch (error) {
    if (error instanceof WrongAccount) {
      return [
        fault(
          'stripe-account',
          error.message.replace(/ Payments are off.*$/, ' Payments are off.'),
          'Put the keys of that account back and restart, or follow "Another account" in docs/operating.md.',
        ),
      ];
    }
    // Refused keys are reported with the prices.
    if (error instanceof ProviderUnavailable && !(error instanceof KeyRefused)) {
      return [unreachable(error.message)];
    }
    return [];
  }
}

function codeOf(error: NodeJS.ErrnoException): string {
  return error.code ?? 'no answer';
}

/** The watch of prices, once. */
export const prices: Check = {
  name: 'the prices',
  async run({ payments, config }) {
    const watch = createPriceCheck(config.product, await payments());
    await watch.check();
    return watch
      .listFaults()
      .map(({ fault: found, plan, price, stops }) =>
        stops === 'nothing'
          ? warning('price', `${found} It is a retired price of the plan ${plan}.`, inConfiguration)
          : fault(
              'price',
              price === null
                ? `${found} No paid plan is sold.`
                : `${found} The plan ${plan} is not sold per ${price.frequency} in ${price.currency}.`,
              plan === null ? inKeys : inConfiguration,
            ),
      );
  },
};

/** Prices that are charged, and that renewals, previews and mails have to know. */
export const chargedPrices: Check = {
  name: 'the prices that projects pay',
  async run({ database, config }) {
    const unknown = await listUnknownPrices(await database(), config.product);
    return unknown.map(({ items, projects }) =>
      fault(
        'price-unknown',
        `A price that ${toCount(projects, 'project')} pay${projects === 1 ? 's' : ''} is missing from hearth.json: ${items.map(({ price }) => price).join(', ')}. It goes on being charged, but no page says how often.`,
        'Put it back beside the prices of its plan, with `"legacy": true` where it is no longer sold, or into `retired` of the price that took its place; then restart.',
      ),
    );
  },
};

/** Tax that is not charged is the seller's to pay. */
export const missingTaxes: Check = {
  name: 'the taxes of renewals',
  async run({ database }) {
    const { placeUnknown, boughtBefore } = await countUntaxed(await database());
    return those(
      placeUnknown > 0 &&
        fault(
          'untaxed',
          `The renewals of ${toCount(placeUnknown, 'project')} are charged without tax, because the payment provider does not know which taxes apply at the address.`,
          'Ask the owners to complete the address on their billing page, which asks them too. Once it is saved, taxes are computed again; what was charged without is yours to settle.',
        ),
      boughtBefore > 0 &&
        warning(
          'bought-untaxed',
          `The renewals of ${toCount(boughtBefore, 'project')} are charged without tax, because ${boughtBefore === 1 ? 'it was' : 'they were'} bought before taxes were computed.`,
          'Tell their owners, and then have the next renewals taxed with "billing tax --all --yes"; without --yes it lists them.',
        ),
    );
  },
};

const inKeys =
  'Copy STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY again from one mode of one account at Stripe, and restart.';
const inConfiguration =
  'Make `plans` in hearth.json and the price at Stripe equal: the id in `priceIds`, `price`, `currency` and `frequency`; then restart.';
