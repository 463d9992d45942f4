import { vi } from 'vitest';

type Fields = Record<string, string>;
type Options = Record<string, unknown>;

const fieldsOf: Readonly<Record<string, readonly string[]>> = {
  payment: ['number'],
  address: ['name', 'phone', 'line1', 'city', 'state', 'postal_code', 'country'],
};

/** An element of Stripe.js as far as the page sees it: inputs named `stripe-<type>-<field>` and events. */
class FakeElement {
  readonly values: Fields = {};
  readonly #listeners: [string, (event: object) => void][] = [];
  readonly type: string;
  #root: HTMLElement | undefined;

  constructor(type: string, options: Options) {
    this.type = type;
    const { address } = (options.defaultValues ?? {}) as { address?: Fields };
    Object.assign(this.values, address);
  }

  on(event: string, listener: (event: object) => void) {
    this.#listeners.push([event, listener]);
    return this;
  }

  off() {
    return this;
  }

  mount(parent: HTMLElement) {
    this.#root = document.createElement('div');
    for (const name of fieldsOf[this.type] ?? []) {
      const input = document.createElement('input');
      input.setAttribute('aria-label', `stripe-${this.type}-${name}`);
      input.value = this.values[name] ?? '';
      input.addEventListener('input', () => {
        this.values[name] = input.value;
        this.#listeners
          .filter(([event]) => event === 'change')
          .forEach(([, listener]) => void listener(this.#change()));
      });
      this.#root.append(input);
    }
    parent.append(this.#root);
  }

  #change() {
    const { name = '', phone = '', number = '', ...typed } = this.values;
    const address = { line1: '', ...typed };
    return { empty: number === '', value: { name, phone, address } };
  }

  update() {}

  destroy() {
    this.#root?.remove();
  }

  isComplete() {
    return (fieldsOf[this.type] ?? []).every((name) => this.values[name]);
  }

  async getValue() {
    const { name, phone, ...address } = this.values;
    return {
      complete: this.isComplete(),
      value: { name, phone, address: { line2: null, ...address } },
    };
  }
}

const incomplete = { error: { message: 'Your card number is incomplete.' } };

function createElements(options: Options) {
  const elements = new Map<string, FakeElement>();
  const group = {
    options,
    isSubmitted: false,
    create(type: string, given: Options = {}) {
      const element = new FakeElement(type, given);
      elements.set(type, element);
      return element;
    },
    getElement: (type: string) => elements.get(type) ?? null,
    update() {},
    async submit() {
      group.isSubmitted = true;
      return elements.get('payment')?.isComplete() ? {} : incomplete;
    },
  };
  return group;
}

type FakeElements = ReturnType<typeof createElements>;

// The package keeps the first constructor that it has seen, so there is one for all tests.
let current: object | undefined;

const constructStripe = Object.assign(
  () => {
    if (!current) {
      throw new Error('Stripe.js is blocked.');
    }
    return current;
  },
  // The release that the package expects.
  { version: 'endive' },
);

/** Stripe.js in miniature, strict where the real one is; `answers` may be changed by a test. */
export function installFakeStripe() {
  const groups: FakeElements[] = [];
  const answers = {
    paymentMethod: undefined as Options | undefined,
    payment: { paymentIntent: { status: 'requires_action' } } as Options,
    nextAction: { paymentIntent: { status: 'succeeded' } } as Options,
    setup: { setupIntent: { status: 'succeeded' } } as Options,
    startedSetup: { setupIntent: { status: 'requires_action' } } as Options,
  };
  let made = 0;

  function requireSubmitted({ options, isSubmitted }: FakeElements, creation?: 'manual') {
    if (!isSubmitted || options.paymentMethodCreation !== creation || 'clientSecret' in options) {
      throw new Error('The elements were not made or submitted for this.');
    }
  }

  const stripe = {
    elements(options: Options) {
      const group = createElements(options);
      groups.push(group);
      return group;
    },
    createPaymentMethod: vi.fn(async ({ elements }: { elements: FakeElements }) => {
      requireSubmitted(elements, 'manual');
      made += 1;
      return answers.paymentMethod ?? { paymentMethod: { id: `pm_${made}` } };
    }),
    confirmSetup: vi.fn(async ({ elements }: { elements: FakeElements }) => {
      requireSubmitted(elements);
      return answers.setup;
    }),
    retrievePaymentIntent: vi.fn(async () => answers.payment),
    retrieveSetupIntent: vi.fn(async () => answers.startedSetup),
    handleNextAction: vi.fn(async () => answers.nextAction),
    createToken() {},
    confirmCardPayment() {},
  };
  current = stripe;
  vi.stubGlobal('Stripe', constructStripe);
  return { stripe, groups, answers };
}

/** From now on Stripe.js does not work, as where it is blocked. */
export function breakFakeStripe() {
  current = undefined;
}
