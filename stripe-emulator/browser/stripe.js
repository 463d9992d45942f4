// Stands in for Stripe's script where the emulator is the provider: the same functions, with fields in the page itself
// instead of Stripe's frames. `src/browser.ts` joins the files of this folder to one classic script.
import { askHolder } from './bank.js';
import { StripeElement } from './elements.js';
import { languageOf, wordsFor } from './words.js';

const source = document.currentScript?.src ?? '';
const base = /^https:\/\/js\.stripe\.com\//.test(source)
  ? 'https://api.stripe.com'
  : source.replace(/\/[^/]*$/, '');

/** What is missing in a card, in Stripe's codes. */
const codes = { number: 'incomplete_number', exp: 'incomplete_expiry', cvc: 'incomplete_cvc' };

/** The bank's dialog looks like the fields that were there last. */
let look;

class Elements {
  #made = new Map();

  constructor(options = {}) {
    if (options.mode && options.clientSecret) {
      throw new Error('You can only specify one of `mode` and `clientSecret`.');
    }
    this.options = options;
    this.isSubmitted = false;
    look = options.appearance ?? look;
  }

  create(type, options = {}) {
    if (this.#made.has(type)) {
      throw new Error(
        `Can only create one Element of type ${type} through a single Elements instance.`,
      );
    }
    const element = new StripeElement(type, { ...options }, this);
    this.#made.set(type, element);
    return element;
  }

  getElement(type) {
    return this.#made.get(typeof type === 'string' ? type : type?.__elementType) ?? null;
  }

  all() {
    return [...this.#made.values()];
  }

  remove(element) {
    this.#made.delete(element.type);
  }

  /** Leaves the fields as they are, but for their words and their look: somebody may be typing in them. */
  update(options) {
    const before = languageOf(this.options.locale);
    Object.assign(this.options, options);
    look = this.options.appearance ?? look;
    for (const element of this.all().filter(({ root }) => root)) {
      if (languageOf(this.options.locale) !== before) {
        element.draw();
      }
      element.dress();
    }
  }

  async fetchUpdates() {
    return {};
  }

  /** Says in each field what is missing, as Stripe's fields do; the first of them takes the focus. */
  async submit() {
    const words = wordsFor(this.options.locale);
    const missing = this.fields().filter(({ isComplete }) => !isComplete);
    for (const field of missing) {
      field.show(words[codes[field.name] ?? 'incomplete_field']);
    }
    const [first] = missing;
    if (first) {
      first.input.focus();
      const code = codes[first.name] ?? 'incomplete_address';
      return { error: { type: 'validation_error', code, message: words[code] } };
    }
    this.isSubmitted = true;
    return { selectedPaymentMethod: 'card' };
  }

  fields() {
    return this.all().flatMap((element) => element.fields);
  }

  /** An error of the API is said at the field that it is about, too. */
  show({ param = '', message }) {
    const name = /^exp_/.test(param) ? 'exp' : param;
    this.fields()
      .find((field) => field.name === name)
      ?.show(message);
  }

  on() {}

  off() {}
}

/** What was typed, in the parameters of `POST /v1/payment_methods`. */
function toPaymentMethod(elements) {
  const typed = Object.assign({}, ...elements.map((element) => element.values()));
  if (!typed.number || !typed.exp || !typed.cvc) {
    const { incomplete_number: message } = wordsFor(elements[0]?.group.options.locale);
    return { error: { type: 'validation_error', code: 'incomplete_number', message } };
  }
  const [month = '', year = ''] = typed.exp.split('/').map((part) => part.trim());
  const address = elements.find(({ type }) => type === 'address')?.state().value;
  return {
    data: {
      type: 'card',
      card: {
        number: typed.number.replace(/\s/g, ''),
        exp_month: month,
        exp_year: year.length === 2 ? `20${year}` : year,
        cvc: typed.cvc,
      },
      ...(address && { billing_details: address }),
    },
  };
}

function toForm(value, name, form) {
  for (const [key, inner] of Object.entries(value)) {
    const path = name ? `${name}[${key}]` : key;
    if (typeof inner === 'object' && inner !== null) {
      toForm(inner, path, form);
    } else if (inner !== undefined && inner !== null) {
      form.append(path, inner);
    }
  }
  return form;
}

const kindOf = (secret) => (/^seti_/.test(secret) ? 'setup_intents' : 'payment_intents');
const nameOf = (secret) => (/^seti_/.test(secret) ? 'setupIntent' : 'paymentIntent');
const idOf = (secret) => String(secret).split('_secret_')[0];

class EmulatedStripe {
  #key;
  #locale;

  constructor(key, options) {
    this.#key = key;
    this.#locale = options.locale;
  }

  elements(options) {
    return new Elements({ locale: this.#locale, ...options });
  }

  async createPaymentMethod(given) {
    const { elements, element, params } = given;
    if (elements && elements.options.paymentMethodCreation !== 'manual') {
      throw new Error(
        'stripe.createPaymentMethod() with `elements` needs Elements that were created with `mode` and paymentMethodCreation: "manual".',
      );
    }
    requireSubmitted(elements, 'stripe.createPaymentMethod()');
    const fields = elements?.all() ?? element?.group?.all() ?? given.card?.group?.all();
    const typed = fields
      ? toPaymentMethod(fields)
      : { data: { type: given.type, card: given.card } };
    if (typed.error) {
      return typed;
    }
    const details = given.billing_details && { billing_details: given.billing_details };
    const made = await this.#makeMethod({ ...typed.data, ...details, ...params }, elements);
    return made.error ? made : { paymentMethod: made.object };
  }

  async #makeMethod(data, elements) {
    const made = await this.#call('POST', '/v1/payment_methods', data);
    if (made.error) {
      elements?.show(made.error);
    }
    return made;
  }

  confirmSetup(options) {
    return this.#confirm(options);
  }

  confirmPayment(options) {
    return this.#confirm(options);
  }

  confirmCardSetup(clientSecret, data = {}) {
    return this.#confirmCard(clientSecret, data);
  }

  confirmCardPayment(clientSecret, data = {}) {
    return this.#confirmCard(clientSecret, data);
  }

  async #confirm({ elements, clientSecret, confirmParams = {}, redirect }) {
    const secret = clientSecret ?? elements?.options.clientSecret;
    if (!secret) {
      throw new Error('stripe.confirm…() needs a client secret.');
    }
    if (elements?.options.mode) {
      requireSubmitted(elements, 'stripe.confirm…()');
    }
    if (!confirmParams.return_url && redirect !== 'if_required') {
      throw new Error('confirmParams.return_url is required unless redirect is "if_required".');
    }
    const typed = elements && !confirmParams.payment_method ? toPaymentMethod(elements.all()) : {};
    if (typed.error) {
      return typed;
    }
    const method = typed.data ?? confirmParams.payment_method;
    const confirmed = await this.#confirmWith(secret, method, elements);
    if (confirmed.error || redirect === 'if_required') {
      return confirmed;
    }
    return returnTo(confirmParams.return_url, secret);
  }

  #confirmCard(secret, { payment_method: method }) {
    if (typeof method !== 'object') {
      return this.#confirmWith(secret, method);
    }
    const { card, billing_details } = method;
    const typed = card?.group
      ? toPaymentMethod(card.group.all())
      : { data: { type: 'card', card } };
    return typed.error
      ? Promise.resolve(typed)
      : this.#confirmWith(secret, { ...typed.data, ...(billing_details && { billing_details }) });
  }

  /** The card is made first, since confirming takes no number. */
  async #confirmWith(secret, method, elements) {
    const made = typeof method === 'object' ? await this.#makeMethod(method, elements) : {};
    if (made.error) {
      return made;
    }
    const answer = await this.#call('POST', `/v1/${kindOf(secret)}/${idOf(secret)}/confirm`, {
      client_secret: secret,
      payment_method: made.object?.id ?? method,
    });
    return answer.error ? answer : this.#act(secret, answer.object);
  }

  retrieveSetupIntent(secret) {
    return this.#retrieve(secret);
  }

  retrievePaymentIntent(secret) {
    return this.#retrieve(secret);
  }

  async #retrieve(secret) {
    const path = `/v1/${kindOf(secret)}/${idOf(secret)}`;
    const answer = await this.#call('GET', path, { client_secret: secret });
    return answer.error ? answer : { [nameOf(secret)]: answer.object };
  }

  async handleNextAction({ clientSecret }) {
    const { error, ...answer } = await this.#retrieve(clientSecret);
    const intent = answer[nameOf(clientSecret)];
    if (!error && intent.status !== 'requires_action') {
      throw new Error(
        `handleNextAction: The ${nameOf(clientSecret)} supplied is not in the requires_action state.`,
      );
    }
    return error ? { error } : this.#act(clientSecret, intent);
  }

  handleCardAction(clientSecret) {
    return this.handleNextAction({ clientSecret });
  }

  /** Where the bank asks, its page is shown, and the answer is the intent afterwards. */
  async #act(secret, intent) {
    if (intent.status !== 'requires_action') {
      return { [nameOf(secret)]: intent };
    }
    const isCard = kindOf(secret) === 'setup_intents';
    const isAgreed = await askHolder(wordsFor(this.#locale), { isCard, look });
    if (isAgreed === undefined) {
      return { error: this.#away('api_connection_error') };
    }
    const answer = await this.#send('POST', '/_browser/authenticate', {
      client_secret: secret,
      agreed: isAgreed,
    });
    if (answer.error) {
      return answer;
    }
    const { object } = answer;
    const error = object.last_setup_error ?? object.last_payment_error;
    return error ? { error: this.#translate(error) } : { [nameOf(secret)]: object };
  }

  /** Stripe's script says in the page's language what the API says in English. */
  #translate(error) {
    const { errors } = wordsFor(this.#locale);
    const message = errors[error.decline_code] ?? errors[error.code] ?? error.message;
    return { ...error, message };
  }

  #call(method, path, params) {
    return this.#send(method, path, params, { authorization: `Bearer ${this.#key}` });
  }

  async #send(method, path, params, headers = {}) {
    const form = toForm(params, '', new URLSearchParams());
    const isReading = method === 'GET';
    try {
      const response = await fetch(`${base}${path}${isReading ? `?${form}` : ''}`, {
        method,
        headers,
        ...(!isReading && { body: form }),
      });
      const answer = await response.json();
      if (!answer.error) {
        return { object: answer };
      }
      const isAway = response.status >= 500;
      return { error: isAway ? this.#away('api_error') : this.#translate(answer.error) };
    } catch {
      return { error: this.#away('api_connection_error') };
    }
  }

  #away(type) {
    return { type, message: wordsFor(this.#locale).away };
  }

  async createToken() {
    return { error: { type: 'invalid_request_error', message: 'The emulator has no tokens.' } };
  }

  async createConfirmationToken() {
    return {
      error: { type: 'invalid_request_error', message: 'The emulator has no confirmation tokens.' },
    };
  }

  registerAppInfo() {}

  _registerWrapper() {}
}

function requireSubmitted(elements, call) {
  if (elements && !elements.isSubmitted) {
    throw new Error(`elements.submit() must be called before ${call}.`);
  }
}

/** As after a redirect, never resolved: the page is left. */
function returnTo(address, secret) {
  const url = new URL(address);
  const name = kindOf(secret).replace(/s$/, '');
  url.searchParams.set(name, idOf(secret));
  url.searchParams.set(`${name}_client_secret`, secret);
  url.searchParams.set('redirect_status', 'succeeded');
  window.location.assign(url.href);
  return new Promise(() => {});
}

function Stripe(key, options = {}) {
  if (!/^pk_test_/.test(key)) {
    throw new Error(
      /^sk_/.test(key)
        ? 'You should not use your secret key with Stripe.js. Please pass a publishable key instead.'
        : 'The emulator takes publishable keys of test mode only.',
    );
  }
  return new EmulatedStripe(key, options);
}

// The release that this stands for: `@stripe/stripe-js` compares it with its own.
Stripe.version = 'endive';
window.Stripe = Stripe;
