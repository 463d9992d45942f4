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
export class CardDeclined extends Error {}

/** The change would be wrong at this moment, though no card was declined. It may be possible later. */
export abstract class ChangeRefused extends Error {}

/** The period is not paid, and unpaid time must not become credit. */
export class PaymentOpen extends ChangeRefused {}

/** Money of the present period went back, so the rest of the period must not become credit too. */
export class PaymentReturned extends ChangeRefused {}

/** The preview was computed from an instant outside the present period, so its price has changed. */
export class InstantOutsidePeriod extends ChangeRefused {}

/** The provider would collect another sum than the payer was shown. */
export class SumChanged extends ChangeRefused {}

/** Another project had its trial with the card. */
export class TrialUsed extends ChangeRefused {}

/** The provider has a purchase of this project that our rows lost when a backup was restored. */
export class PurchaseFound extends ChangeRefused {}
