import { defineMail } from '../define-mail.ts';
import { closingLetter, linkLetter } from '../templates/letters.ts';
import type { Leading, Named } from '../templates/template.ts';
import type { Money } from './billing-contents.ts';
import { returnRows } from './billing-rows.ts';
import { sumOf, textOf } from './values.ts';

/** Mails to operators. */
export const operatorMails = {
  /** About a webhook endpoint; link to the endpoints. */
  'webhook-endpoint-off': defineMail<
    Leading & {
      /** Host of the endpoint, with its port unless that is the usual one. */
      readonly host: string;
      /** `gone`: it answered 410; `failing`: nothing succeeded for five days. */
      readonly reason: 'gone' | 'failing';
    }
  >()({
    template: linkLetter,
    coalesce: ({ host }) => `endpoint ${host}`,
    values: { host: textOf('host') },
    cases: {
      gone: ({ reason }) => reason === 'gone',
      failing: ({ reason }) => reason === 'failing',
    },
  }),
  /** About a payment that the holder of a card disputes. */
  'payment-disputed': defineMail<
    Named & {
      readonly subscriptionId: string;
      /** Null if the invoice has none. */
      readonly number: string | null;
      /** Asked back, in minor units. */
      readonly amount: Money;
    }
  >()({
    template: closingLetter,
    coalesce: 'owed',
    rows: returnRows('disputed'),
    values: {
      sum: sumOf('amount'),
      number: textOf('number'),
      projectId: textOf('subscriptionId'),
    },
  }),
  /** About projects whose owner an operator has to decide, after the takeover of an account. */
  'ownership-claimed': defineMail<
    Named & {
      /** Account that was taken over, or whose recovery is contested. */
      readonly accountId: string;
      /** Mailbox that claims them. */
      readonly claimant: string;
      readonly reason: 'given-away' | 'contested';
      /** Ids; none if the contested account owns no project. */
      readonly projects: readonly string[];
    }
  >()({
    template: closingLetter,
    coalesce: 'owed',
    values: {
      accountId: textOf('accountId'),
      claimant: textOf('claimant'),
      projects: ({ projects }) => projects.join(', '),
    },
    cases: {
      'given-away': ({ reason }) => reason === 'given-away',
      contested: ({ reason }) => reason === 'contested',
    },
  }),
};
