import { formatMoney } from '@hearth/contract';
import type { operatorMails } from '../kinds/operator.ts';
import type { LetterWords } from './mail-words.ts';

export const operatorEn: LetterWords<keyof typeof operatorMails> = {
  'webhook-endpoint-off': ({ host, reason, productName }) => ({
    subject: `Webhooks of ${productName} to ${host} were turned off`,
    heading: 'Webhooks were turned off',
    why:
      reason === 'gone'
        ? `Your program at ${host} answered that it no longer takes webhooks (410), so no more events are sent there.`
        : `No webhook to your program at ${host} has succeeded for five days, so no more events are sent there.`,
    link: 'See the last deliveries and answers, turn the endpoint on, and send again what it missed. Events are kept for 30 days.',
    button: 'See the deliveries',
    otherwise: 'If you turned this program off yourself, there is nothing to do.',
  }),
  'payment-disputed': ({ subscriptionId, number, amount, productName }) => ({
    subject: `A payment of ${formatMoney(amount)} at ${productName} is disputed`,
    heading: `${formatMoney(amount)} is disputed`,
    why: `The card holder asked their bank to take back ${formatMoney(amount)}${number === null ? '' : ` of invoice ${number}`}. The project is ${subscriptionId}. It keeps its plan and its status.`,
    otherwise:
      'Answer the dispute in the dashboard of your payment provider before its deadline, or the money is lost.',
  }),
  'ownership-claimed': ({ accountId, claimant, reason, projects, productName }) => ({
    subject: `Decide who owns ${projects.length === 1 ? 'a project' : 'projects'} at ${productName}`,
    heading: `Decide who owns ${projects.length === 1 ? 'a project' : 'projects'}`,
    why: `${
      reason === 'given-away'
        ? `The account ${accountId} was taken back from its old mailbox, ${claimant}. It had given projects away since someone else may have signed in to it.`
        : `The account ${accountId} was taken back from its old mailbox. The reader of ${claimant}, which it had before, says that the account is theirs.`
    } ${
      projects.length === 0
        ? 'The account owns no project.'
        : `Frozen until you decide: ${projects.join(', ')}.`
    }`,
    otherwise:
      projects.length === 0
        ? 'Find out whose account it is. “accounts show” shows it, and “accounts disable” keeps everyone out meanwhile.'
        : 'Find out who is right, then run “subscriptions settle-ownership” for each project. “billing show” shows its owner and who claims it.',
  }),
};
