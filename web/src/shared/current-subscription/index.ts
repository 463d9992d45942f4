export { useCurrentSubscription, useTimeZone } from './current-subscription.ts';
export { CurrentSubscriptionProvider } from './current-subscription-provider.tsx';
export {
  billingKey,
  invitesKey,
  subscriptionKey,
  subscriptionsKey,
  subscriptionUsersKey,
} from './subscription-keys.ts';
export { useSubscriptions } from './use-subscriptions.ts';
