import { countries, languageOf, testCards, withStates, wordsFor } from './words.js';

const autocomplete = {
  number: 'cc-number',
  exp: 'cc-exp',
  cvc: 'cc-csc',
  name: 'name',
  country: 'country',
  line1: 'address-line1',
  line2: 'address-line2',
  city: 'address-level2',
  state: 'address-level1',
  postal_code: 'postal-code',
  phone: 'tel',
};

const fieldsOf = {
  card: ['number', 'exp', 'cvc'],
  payment: ['number', 'exp', 'cvc'],
  cardNumber: ['number'],
  cardExpiry: ['exp'],
  cardCvc: ['cvc'],
  address: ['name', 'country', 'line1', 'line2', 'city', 'state', 'postal_code', 'phone'],
};

/** Set through the object model, which pages with a strict content security policy allow. */
const rules = `
  .emulated-element { font-family: var(--emulated-fontFamily, system-ui, sans-serif);
    font-size: var(--emulated-fontSizeBase, 16px); color: var(--emulated-colorText, #30313d); display: grid; gap: 12px; }
  .emulated-row { display: grid; grid-template-columns: 1fr 1fr; gap: 12px; }
  .emulated-field { display: grid; gap: 4px; font-size: 0.93em; }
  .emulated-element input, .emulated-element select { font: inherit; font-size: var(--emulated-fontSizeBase, 16px);
    color: inherit; box-sizing: border-box; width: 100%; padding: 10px 12px; min-height: 44px;
    background: var(--emulated-colorBackground, #fff); border: 1px solid var(--emulated-colorBorder, #8c8fa3);
    border-radius: var(--emulated-borderRadius, 6px); }
  .emulated-element input::placeholder { color: var(--emulated-colorTextPlaceholder, #6d6e78); }
  .emulated-element input:focus-visible, .emulated-element select:focus-visible, .emulated-element button:focus-visible,
  .emulated-dialog button:focus-visible { outline: 2px solid var(--emulated-colorPrimary, #0570de); outline-offset: 1px; }
  .emulated-element [aria-invalid='true'] { border-color: var(--emulated-colorDanger, #df1b41); }
  .emulated-error { color: var(--emulated-colorDanger, #df1b41); font-size: 0.93em; }
  .emulated-error:empty { display: none; }
  .emulated-cards { font-size: 0.93em; color: var(--emulated-colorTextSecondary, #6d6e78); }
  .emulated-cards div { display: flex; flex-wrap: wrap; gap: 8px; padding-top: 8px; }
  .emulated-cards button, .emulated-dialog button { font: inherit; color: inherit; cursor: pointer; padding: 6px 12px; min-height: 36px;
    background: transparent; border: 1px solid currentcolor; border-radius: var(--emulated-borderRadius, 6px); }
  .emulated-dialog { max-width: 26rem; padding: 24px; border: 0; border-radius: 12px; font-family: system-ui, sans-serif;
    color: #1a1b25; background: #fff; }
  .emulated-dialog::backdrop { background: rgb(0 0 0 / 50%); }
  .emulated-dialog div { display: flex; flex-wrap: wrap; gap: 12px; padding-top: 8px; }
`;
const sheet = new CSSStyleSheet();
sheet.replaceSync(rules);
document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];

export function make(name, attributes = {}, ...children) {
  const node = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    node.setAttribute(key, value);
  }
  node.append(...children);
  return node;
}

let fieldsMade = 0;

class Field {
  constructor({ element, name, label, value, isRequired }) {
    fieldsMade += 1;
    const id = `emulated-${element}-${name}-${fieldsMade}`;
    this.name = name;
    this.isRequired = isRequired;
    this.error = make('span', { class: 'emulated-error', id: `${id}-error` });
    this.input = name === 'country' ? make('select') : make('input');
    const shared = {
      id,
      'data-testid': `stripe-${element}-${name}`,
      autocomplete: autocomplete[name],
      'aria-describedby': `${id}-error`,
      'aria-required': String(isRequired),
      ...(['number', 'exp', 'cvc'].includes(name) && { inputmode: 'numeric' }),
      ...(name === 'phone' && { type: 'tel' }),
    };
    for (const [key, text] of Object.entries(shared)) {
      this.input.setAttribute(key, text);
    }
    const title = make('label', { for: id }, label);
    this.node = make('div', { class: 'emulated-field' }, title, this.input, this.error);
    this.input.value = value ?? '';
  }

  get value() {
    return this.input.value.trim();
  }

  get isComplete() {
    const { value } = this;
    switch (this.name) {
      case 'number':
        return /^\d{12,19}$/.test(value.replace(/\s/g, ''));
      case 'exp':
        return /^(0?[1-9]|1[0-2])\s*\/\s*\d{2}(\d{2})?$/.test(value);
      case 'cvc':
        return /^\d{3,4}$/.test(value);
      default:
        return !this.isRequired || value !== '';
    }
  }

  show(message) {
    this.error.textContent = message;
    this.input.setAttribute('aria-invalid', String(message !== ''));
  }

  /** As one types: groups of four, and a slash after the month. */
  tidy() {
    if (this.name === 'number') {
      const digits = this.input.value.replace(/\D/g, '').slice(0, 19);
      this.input.value = digits.replace(/(.{4})(?=.)/g, '$1 ');
    }
    if (this.name === 'exp' && /^\d{3,4}$/.test(this.input.value)) {
      this.input.value = this.input.value.replace(/^(\d{2})/, '$1 / ');
    }
  }
}

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
    const place = typeof target === 'string' ? document.querySelector(target) : target;
    if (!place) {
      throw new Error(
        'The selector you specified applies to no DOM elements that are currently on the page.',
      );
    }
    this.root = make('div', { class: 'emulated-element' });
    this.draw();
    place.replaceChildren(this.root);
    setTimeout(() => {
      this.emit('ready', { elementType: this.type });
      if (this.type === 'address' && this.state().complete) {
        this.emit('change', this.state());
      }
    });
  }

  draw() {
    const { locale } = this.group.options;
    const words = wordsFor(locale);
    const defaults = this.options.defaultValues ?? {};
    const values = { ...defaults.address, name: defaults.name, phone: defaults.phone };
    const names = (fieldsOf[this.type] ?? []).filter((name) => this.isShown(name));
    this.fields = names.map((name) => this.toField(name, words, values[name]));
    for (const [name, value] of Object.entries(this.group.options.appearance?.variables ?? {})) {
      this.root.style.setProperty(`--emulated-${name}`, value);
    }
    const [first, ...rest] = this.fields.map(({ node }) => node);
    const isCard = this.type === 'card' || this.type === 'payment';
    this.root.replaceChildren(
      ...(isCard
        ? [first, make('div', { class: 'emulated-row' }, ...rest), this.toTestCards(words, locale)]
        : [first, ...rest].filter(Boolean)),
    );
  }

  isShown(name) {
    return name !== 'phone' || this.options.fields?.phone === 'always';
  }

  toField(name, words, value) {
    const isOptional =
      name === 'line2' ||
      (name === 'phone' && this.options.validation?.phone?.required !== 'always');
    const field = new Field({
      element: this.type,
      name,
      label: words[name],
      isRequired: !isOptional,
    });
    if (name === 'country') {
      fillCountries(field.input, this.group.options.locale);
    }
    if (name === 'exp') {
      field.input.placeholder = words.expPlaceholder;
    }
    field.input.value = value ?? '';
    field.input.addEventListener('input', () => {
      field.tidy();
      field.show('');
      this.emit('change', this.state());
    });
    field.input.addEventListener('focus', () => this.emit('focus', { elementType: this.type }));
    field.input.addEventListener('blur', () => this.emit('blur', { elementType: this.type }));
    return field;
  }

  toTestCards(words, locale) {
    const buttons = testCards.map(([number, name]) => {
      const button = make('button', { type: 'button', title: number }, name[languageOf(locale)]);
      button.addEventListener('click', () => this.fill({ number, exp: '12 / 34', cvc: '123' }));
      return button;
    });
    const summary = make('summary', {}, words.testCards);
    return make('details', { class: 'emulated-cards' }, summary, make('div', {}, ...buttons));
  }

  fill(values) {
    for (const field of this.fields) {
      field.input.value = values[field.name] ?? field.input.value;
      field.tidy();
      field.show('');
    }
    this.emit('change', this.state());
  }

  values() {
    return Object.fromEntries(this.fields.map(({ name, value }) => [name, value]));
  }

  /** A state is required where addresses have one. */
  isComplete(field) {
    return field.name === 'state' && !withStates.includes(this.values().country)
      ? true
      : field.isComplete;
  }

  state() {
    const state = {
      elementType: this.type,
      empty: this.fields.every(({ name, value }) => value === '' || name === 'country'),
      complete: this.fields.every((field) => this.isComplete(field)),
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
  const names = new Intl.DisplayNames([locale && locale !== 'auto' ? locale : 'en'], {
    type: 'region',
  });
  const options = countries
    .split(' ')
    .map((code) => [code, names.of(code) ?? code])
    .sort(([, one], [, other]) => one.localeCompare(other))
    .map(([code, name]) => make('option', { value: code }, name));
  select.append(make('option', { value: '' }, ''), ...options);
}
