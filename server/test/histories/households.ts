import type { PaymentProvider } from '../../src/modules/billing/port/payment-provider.ts';

/**
 * Cards of the people of one world. The providers' test cards are few and have one number each, so here every two
 * people have a set of their own.
 */
export interface Households {
  /** Has the provider tell the household's card apart from the same test card of others. */
  wrap(real: PaymentProvider): PaymentProvider;
  /** The card that the intent saved, as its household knows it; undefined where it saved none. */
  cardOf(intentId: string): string | undefined;
}

export function createHouseholds(): Households {
  /** By id of the intent, and by the provider's id of the saved card. */
  const typed = new Map<string, string>();
  const saved = new Map<string, string>();
  return {
    cardOf: (intentId) => typed.get(intentId),
    wrap(real) {
      const own: Pick<PaymentProvider, 'keepCard' | 'readCardFingerprint'> = {
        async keepCard(card) {
          const household = householdOf(card.email);
          typed.set(card.key.replace(/-payer-.*$/, ''), `${card.cardId} of ${household}`);
          const id = await real.keepCard(card);
          saved.set(id, household);
          return id;
        },
        async readCardFingerprint(id) {
          const number = await real.readCardFingerprint(id);
          return number && `${number} of ${saved.get(id)}`;
        },
      };
      return new Proxy(real, {
        get: (target, name, receiver) =>
          Reflect.get(Object.hasOwn(own, name) ? own : target, name, receiver),
      });
    },
  };
}

/** Addresses of a crowd have its number of the person. */
function householdOf(email: string): string {
  return `household ${Math.floor(Number(/\d{4}/.exec(email)?.[0]) / 2)}`;
}
