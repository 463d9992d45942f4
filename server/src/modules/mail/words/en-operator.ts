import type { OperatorWords } from './mail-words.ts';

export const operatorEn: OperatorWords = {
  'webhook-endpoint-off': ({ host, reason, productName }) => ({
    subject: `Webhooks of ${productName} to ${host} were turned off`,
    why:
      reason === 'gone'
        ? `Your program at ${host} answered that it no longer takes webhooks (410), so no more events are sent there.`
        : `No webhook to your program at ${host} has succeeded for five days, so no more events are sent there.`,
    link: 'See the last deliveries and answers, turn the endpoint on, and send again what it missed. Events are kept for 30 days.',
    button: 'See the deliveries',
    otherwise: 'If you turned this program off yourself, there is nothing to do.',
  }),
};
