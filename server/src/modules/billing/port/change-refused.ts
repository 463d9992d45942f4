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
