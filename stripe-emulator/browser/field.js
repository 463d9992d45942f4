import { make } from './look.js';

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

let fieldsMade = 0;

/** One labelled input, with its error below. */
export class Field {
  constructor({ element, name, value }) {
    fieldsMade += 1;
    const id = `emulated-${element}-${name}-${fieldsMade}`;
    this.name = name;
    this.isRequired = true;
    this.error = make('span', { class: 'emulated-error', id: `${id}-error` });
    this.label = make('label', { for: id });
    this.input = make(name === 'country' ? 'select' : 'input', {
      id,
      'data-testid': `stripe-${element}-${name}`,
      autocomplete: autocomplete[name],
      'aria-describedby': `${id}-error`,
      ...(['number', 'exp', 'cvc'].includes(name) && { inputmode: 'numeric' }),
      ...(name === 'phone' && { type: 'tel' }),
    });
    this.node = make('div', { class: 'emulated-field' }, this.label, this.input, this.error);
    this.input.value = value ?? '';
  }

  /** Says in the label, and to those who hear the page, whether it may stay empty. */
  require(isRequired, words) {
    this.isRequired = isRequired;
    const label = words[this.name];
    this.label.textContent = isRequired ? label : words.optional.replace('{label}', label);
    this.input.setAttribute('aria-required', String(isRequired));
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
