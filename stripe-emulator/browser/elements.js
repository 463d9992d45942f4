import { isNeeded, namedCountries } from './countries.js';
import { Field } from './field.js';
import { make, wear } from './look.js';
import { languageOf, testCards, wordsFor } from './words.js';

const card = ['number', 'exp', 'cvc'];
const place = {
  en: ['line1', 'line2', 'city', 'state', 'postal_code'],
  // From the large to the small.
  zh: ['state', 'city', 'line1', 'line2', 'postal_code'],
};

const fieldsOf = {
  card: () => card,
  payment: () => card,
  cardNumber: () => ['number'],
  cardExpiry: () => ['exp'],
  cardCvc: () => ['cvc'],
  address: (language) => ['name', 'country', ...place[language], 'phone'],
};

/** Fields that stand side by side where there is room. */
const inRow = ['exp', 'cvc', 'city', 'state', 'postal_code'];

export class StripeElement {
  #listeners = new Map();

  constructor(type, options, group) {
    this.type = type;
    this.options = options;
    this.group = group;
    this.fields = [];
    this.root = undefined;
  }

  on(event, listener) {
    this.#listeners.set(event, [...(this.#listeners.get(event) ?? []), listener]);
    return this;
  }

  once(event, listener) {
    const first = (detail) => {
      this.off(event, first);
      listener(detail);
    };
    return this.on(event, first);
  }

  off(event, listener) {
    const kept = (this.#listeners.get(event) ?? []).filter((one) => listener && one !== listener);
    this.#listeners.set(event, kept);
    return this;
  }

  emit(event, detail) {
    for (const listener of this.#listeners.get(event) ?? []) {
      listener(detail);
    }
  }

  mount(target) {
    const parent = typeof target === 'string' ? document.querySelector(target) : target;
    if (!parent) {
      throw new Error(
        'The selector you specified applies to no DOM elements that are currently on the page.',
      );
    }
    this.root = make('div', { class: 'emulated-element' });
    this.draw();
    this.dress();
    parent.replaceChildren(this.root);
    setTimeout(() => {
      this.emit('ready', { elementType: this.type });
      if (this.type === 'address' && this.state().complete) {
        this.emit('change', this.state());
      }
    });
  }

  /** Draws the fields anew, with what was typed in them. */
  draw() {
    const language = languageOf(this.group.options.locale);
    const { address, name, phone } = this.options.defaultValues ?? {};
    const values = { ...address, name, phone, ...this.values() };
    const names = (fieldsOf[this.type]?.(language) ?? []).filter((one) => this.isShown(one));
    this.fields = names.map((one) => this.toField(one, values[one]));
    this.requireFields();
    const offered = ['card', 'payment'].includes(this.type) ? [this.toTestCards()] : [];
    this.root.replaceChildren(...offered, ...this.toRows());
  }

  dress() {
    wear(this.root, this.group.options.appearance);
  }

  isShown(name) {
    return name !== 'phone' || this.options.fields?.phone === 'always';
  }

  toRows() {
    const rows = [];
    for (const { name, node } of this.fields) {
      const last = rows.at(-1);
      if (!inRow.includes(name)) {
        rows.push(node);
      } else if (last?.className === 'emulated-row') {
        last.append(node);
      } else {
        rows.push(make('div', { class: 'emulated-row' }, node));
      }
    }
    return rows;
  }

  toField(name, value) {
    const { locale } = this.group.options;
    const field = new Field({ element: this.type, name, value });
    if (name === 'country') {
      fillCountries(field.input, locale);
      field.input.value = value ?? '';
    }
    if (name === 'exp') {
      field.input.placeholder = wordsFor(locale).expPlaceholder;
    }
    field.input.addEventListener('input', () => {
      field.tidy();
      field.show('');
      this.requireFields();
      this.emit('change', this.state());
    });
    field.input.addEventListener('focus', () => this.emit('focus', { elementType: this.type }));
    field.input.addEventListener('blur', () => this.emit('blur', { elementType: this.type }));
    return field;
  }

  /** What an address needs depends on its country. */
  requireFields() {
    const { country } = this.values();
    const isPhoneNeeded = this.options.validation?.phone?.required === 'always';
    for (const field of this.fields) {
      const { name } = field;
      const isRequired = name === 'phone' ? isPhoneNeeded : isNeeded(name, country);
      field.require(isRequired, wordsFor(this.group.options.locale));
    }
  }

  /** Cards that one click fills in. */
  toTestCards() {
    const { locale } = this.group.options;
    const words = wordsFor(locale);
    const rows = testCards.map(([number, says]) => {
      const what = says[languageOf(locale)];
      const name = words.fill.replace('{number}', number).replace('{what}', what);
      const button = make('button', { type: 'button', 'aria-label': name }, number);
      button.addEventListener('click', () => this.fill({ number, exp: '12 / 34', cvc: '123' }));
      return make('li', {}, button, make('span', { 'aria-hidden': 'true' }, what));
    });
    const title = make('strong', {}, words.testCards);
    const text = make('p', {}, title, ' ', words.testCardsText);
    return make('div', { class: 'emulated-cards' }, text, make('ul', {}, ...rows));
  }

  fill(values) {
    for (const field of this.fields) {
      field.input.value = values[field.name] ?? field.input.value;
      field.tidy();
      field.show('');
    }
    this.requireFields();
    this.emit('change', this.state());
  }

  values() {
    return Object.fromEntries(this.fields.map(({ name, value }) => [name, value]));
  }

  state() {
    const state = {
      elementType: this.type,
      empty: this.fields.every(({ name, value }) => value === '' || name === 'country'),
      complete: this.fields.every(({ isComplete }) => isComplete),
    };
    if (this.type !== 'address') {
      return { ...state, collapsed: false, brand: 'unknown', value: { type: 'card' } };
    }
    const { name = '', phone, ...address } = this.values();
    const value = {
      name,
      address: { ...address, line2: address.line2 || null },
      ...(phone !== undefined && { phone }),
    };
    return { ...state, isNewAddress: true, value };
  }

  async getValue() {
    const { complete, value } = this.state();
    return { complete, isNewAddress: true, value };
  }

  update(options) {
    Object.assign(this.options, options);
  }

  unmount() {
    this.root?.remove();
    this.root = undefined;
  }

  destroy() {
    this.unmount();
    this.group.remove(this);
  }

  focus() {
    this.fields[0]?.input.focus();
  }

  blur() {
    document.activeElement?.blur();
  }

  clear() {
    this.fill(Object.fromEntries(this.fields.map(({ name }) => [name, ''])));
  }

  collapse() {}
}

function fillCountries(select, locale) {
  const language = locale && locale !== 'auto' ? locale : navigator.language;
  const options = namedCountries(language).map(([code, name]) =>
    make('option', { value: code }, name),
  );
  select.append(make('option', { value: '' }, ''), ...options);
}
