/** A change that would be wrong at this moment and is not made; no card is to blame, and another time it may be. */
export abstract class ChangeRefused extends Error {}

/** Time that is not paid must not become credit. */
export class PaymentOpen extends ChangeRefused {}

/** Money of the present period went back, so the rest of the period must not become credit too. */
export class PaymentReturned extends ChangeRefused {}

/** The change is to be reckoned from an instant that is not in the present period; its price is another by now. */
export class InstantOutsidePeriod extends ChangeRefused {}

/** The project has been bought already, and that was forgotten here: a backup was restored. */
export class PurchaseFound extends ChangeRefused {}
