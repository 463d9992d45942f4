import {
  getSubscription,
  listInvites,
  listSubscriptions,
  type PublicConfig,
} from '@hearth/contract';
import { askEarly } from '../shared/api/early-fetch.ts';
import { toRequest } from '../shared/api/to-request.ts';
import { paths } from '../shared/paths.ts';

/** Asks for what the screen of the address shows first, so that it travels beside the screen's code. */
export function askEarlyDocuments(pathname: string, config: PublicConfig, idToken: string): void {
  const { apiKey, region } = config;
  const to = { apiKey, region, origin: '', language: '' };
  const [, subscriptionId] = /^\/subscription\/([^/]+)/.exec(pathname) ?? [];
  if (subscriptionId) {
    askEarly(toRequest(getSubscription, { subscriptionId }, to).url, idToken);
  }
  const isHome = pathname === paths.home || pathname === paths.dashboard;
  if (isHome || pathname === paths.createPlan) {
    askEarly(toRequest(listSubscriptions, {}, to).url, idToken);
  }
  if (isHome) {
    askEarly(toRequest(listInvites, {}, to).url, idToken);
  }
}
