import {
  countBacklog,
  readArrivals,
  stuckEventSeconds,
  stuckIntentSeconds,
} from '../../modules/billing/index.ts';
import { toAge, toCount } from '../../platform/quantity.ts';
import type { Check, DoctorContext } from '../context.ts';
import { type Finding, fault, those, warning } from '../finding.ts';

/** The endpoint as it is set at Stripe. */
export const webhook: Check = {
  name: 'the endpoint of events at Stripe',
  async run(context) {
    const provider = await context.payments();
    if (!provider || context.config.payments.provider !== 'stripe') {
      return [];
    }
    const wanted = `${context.config.publicUrl}/webhooks/stripe`;
    const endpoints = await provider.listWebhooks();
    const ours = endpoints.filter(({ url }) => url === wanted);
    const endpoint = ours.find(({ isEnabled }) => isEnabled) ?? ours[0];
    if (!endpoint) {
      const others = endpoints.filter(({ url }) => url.endsWith('/webhooks/stripe'));
      const instead = others.map(({ url }) => ` There is one for ${url}.`).join('');
      return [
        fault(
          'webhook-missing',
          `Stripe has no webhook endpoint for ${wanted}, so payments show up late.${instead}`,
          `Create an endpoint with this address at Stripe, and set its secret as STRIPE_WEBHOOK_SECRET.`,
        ),
      ];
    }
    const { isEnabled, apiVersion, neededVersion, missingTypes } = endpoint;
    return those(
      !isEnabled &&
        fault(
          'webhook-disabled',
          `The endpoint ${wanted} is disabled at Stripe, which happens after days of failed deliveries.`,
          'Find the reason in its list of deliveries at Stripe, and enable it there.',
        ),
      apiVersion !== neededVersion &&
        fault(
          'webhook-version',
          `The endpoint ${wanted} has the API version ${apiVersion ?? 'of the account'}, and Hearth reads ${neededVersion}.`,
          `Create the endpoint again with API version ${neededVersion}, set its secret as STRIPE_WEBHOOK_SECRET, and remove the old one.`,
        ),
      missingTypes.length > 0 &&
        warning(
          'webhook-types',
          `The endpoint ${wanted} does not deliver ${missingTypes.join(', ')}.`,
          'Add these types of events to it at Stripe, or choose all events.',
        ),
    );
  },
};

/** Long enough for a renewal, and short enough that Stripe still lists the events. */
const longestSilenceMs = 8 * 86_400_000;
const hourMs = 3_600_000;
/** Messages come within seconds; the list of events is read each minute. */
const pulledSeconds = 20;

/** Stripe's events that have arrived. */
export const arrivals: Check = {
  name: "the arrival of Stripe's events",
  async run({ config, database, productNow }) {
    if (config.payments.provider !== 'stripe') {
      return [];
    }
    const at = await productNow();
    const before = new Date(at.getTime() - longestSilenceMs);
    const silence = { from: before, to: new Date(at.getTime() - hourMs) };
    const { newestAt, delaySeconds, renewing } = await readArrivals(await database(), silence);
    const isSilent = renewing > 0 && (newestAt === null || newestAt < before);
    return those(
      isSilent &&
        fault(
          'events-silent',
          `No event has come from Stripe for ${toAge(longestSilenceMs)}, although ${toCount(renewing, 'subscription')} should have been renewed.`,
          'Look for other findings about Stripe and the jobs, and compare with `npm run hearth -- billing drift`.',
        ),
      !isSilent &&
        delaySeconds !== null &&
        delaySeconds > pulledSeconds &&
        warning(
          'webhook-silent',
          "Stripe's messages do not arrive: the latest events were all read from its list, a minute late.",
          `Look at the deliveries to ${config.publicUrl}/webhooks/stripe at Stripe; status 400 means that STRIPE_WEBHOOK_SECRET belongs to another endpoint.`,
        ),
    );
  },
};

/** Changes of money that should have ended. */
export const openMoney: Check = {
  name: 'the open changes of money',
  async run(context) {
    const { openIntents, oldestOpenAt, waitingEvents, oldestEventAt } = await countBacklog(
      await context.database(),
    );
    const intentMs = await ageOf(oldestOpenAt, context);
    const eventMs = await ageOf(oldestEventAt, context);
    return those(
      intentMs > stuckIntentSeconds * 1_000 && stuckIntents(openIntents, intentMs),
      eventMs > stuckEventSeconds * 1_000 &&
        fault(
          'events-stuck',
          `Not processed yet: ${toCount(waitingEvents, 'event')} from the payment provider, the oldest for ${toAge(eventMs)}.`,
          'Look for other findings about Stripe and the jobs; `billing backlog reported` in docs/billing.md says more.',
        ),
    );
  },
};

function stuckIntents(count: number, ageMs: number): Finding {
  return fault(
    'intents-stuck',
    `${toCount(count, 'billing change')} ${count === 1 ? 'is' : 'are'} open, the oldest for ${toAge(ageMs)}.`,
    'Look for other findings about Stripe and the jobs. If there is none: `npm run hearth -- billing settle <subscription>`.',
  );
}

async function ageOf(since: Date | null, { productNow }: DoctorContext): Promise<number> {
  return since ? (await productNow()).getTime() - since.getTime() : 0;
}
