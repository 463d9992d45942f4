/** The provider has not done what was asked, or nobody knows whether it has. */
export class ProviderFailure extends Error {}

/** The provider cannot be reached, is too slow or too busy; whether it acted is to be found out by reading. */
export class ProviderUnavailable extends ProviderFailure {}

/** The provider will never do it as it was asked: a fault of ours, or something that it knows no more. */
export class ProviderRejected extends ProviderFailure {}

/** The provider knows no such object: it was never there, or the keys are of another account. */
export class ProviderUnknown extends ProviderRejected {}

/** The keys reach another account than the one that our rows name, so nothing is asked. */
export class WrongAccount extends ProviderUnavailable {}

/** The provider refuses in a sentence for people: a declined card, a card that may not be kept. */
export class ProviderRefusal extends Error {}
