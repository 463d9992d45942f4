/** The provider did not carry out the call, or it is unknown whether it did. */
export class ProviderFailure extends Error {}

/** The provider is unreachable, too slow or too busy. Only reading shows whether it acted. */
export class ProviderUnavailable extends ProviderFailure {}

/** The bank has not decided on the payment yet, and nothing else is charged until it has. */
export class PaymentProcessing extends ProviderUnavailable {}

/** The provider repeats this failure whenever it is asked with the same key; only reading shows whether it acted. */
export class SavedFailure extends ProviderUnavailable {}

/** The provider will never carry out this call: it is malformed, or its object is gone. */
export class ProviderRejected extends ProviderFailure {}

/** The provider has no such object: it never existed, or the keys belong to another account. */
export class ProviderUnknown extends ProviderRejected {}

/** The promotion code cannot be redeemed: it has ended, is used up, or is not for this purchase. */
export class CodeRefused extends ProviderRejected {}

/** The keys belong to another account than our rows name, so no call is sent. */
export class WrongAccount extends ProviderUnavailable {}

/** The provider refuses our key, so that it did nothing. */
export class KeyRefused extends ProviderUnavailable {}

/** The provider refuses a card, with a sentence that people may read. */
export class ProviderRefusal extends Error {}
