import type { HearthConfig } from '@hearth/contract';
import { describe, expect, it } from 'vitest';
import { toBillingDetails as toDetails } from './payer-form.ts';

const policy: HearthConfig['policy'] = {
  freeProjects: 10,
  membersSeeBilling: 'all',
  phone: 'required',
  secondFactor: 'optional',
  emailSignIn: false,
  signUp: 'open',
  signUpDomains: [],
  secondOperatorAbove: {},
  operatorsSeeAsPerson: false,
};
const toBillingDetails = (given: Parameters<typeof toDetails>[0]) => toDetails(given, { policy });

const written = {
  name: ' Ada Lovelace ',
  phone: '+1 555 0100',
  address: {
    line1: '1 Engine Street',
    line2: null,
    city: 'Springfield',
    state: 'IL',
    postal_code: '62701',
    country: 'us',
  },
};

const incomplete = 'Please fill in all required address fields';

const living = (over: Partial<(typeof written)['address']>) => () =>
  toBillingDetails({ ...written, address: { ...written.address, ...over } });

describe('billing details', () => {
  it('are trimmed, with an empty second line', () => {
    expect(toBillingDetails(written)).toMatchObject({
      name: 'Ada Lovelace',
      address: { line2: '', state: 'IL', country: 'US' },
    });
  });

  it('need a postal code where mail needs one', () => {
    for (const country of ['US', 'CN', 'DE', 'GB', 'SG', 'TW']) {
      expect(living({ country, postal_code: ' ' })).toThrow(incomplete);
    }
    for (const country of ['HK', 'AE', 'IE', 'MO', 'PA', 'qa']) {
      expect(living({ country, postal_code: '' })()).toMatchObject({ address: { postalCode: '' } });
    }
  });

  it('need a city, except in a city state', () => {
    expect(living({ city: '' })).toThrow(incomplete);
    expect(living({ country: 'SG', city: '' })()).toMatchObject({ address: { city: '' } });
  });

  it('need no city where the provider’s own form has none', () => {
    for (const country of ['AE', 'CO', 'JP']) {
      expect(living({ country, city: '' })()).toMatchObject({ address: { city: '' } });
    }
  });

  it('need a state or province where the country has them', () => {
    for (const country of [
      'US',
      'ca',
      'AU',
      'BR',
      'CN',
      'ES',
      'IN',
      'IT',
      'JP',
      'KR',
      'MX',
      'TW',
    ]) {
      expect(living({ country, state: ' ' })).toThrow(incomplete);
      expect(living({ country, state: 'X' })()).toMatchObject({ address: { state: 'X' } });
    }
    for (const country of ['DE', 'FR', 'GB', 'HK', 'MY', 'NZ', 'SG', 'TH']) {
      expect(living({ country, state: '' })()).toMatchObject({ address: { state: '' } });
    }
  });

  it('need a country that there is', () => {
    for (const country of ['ZZ', 'XX', 'AA', 'UK', 'EU', 'SU', 'u1']) {
      expect(living({ country })).toThrow(incomplete);
    }
    // Kosovo has no code of the standard; card providers use this one.
    expect(living({ country: 'XK', state: '' })()).toMatchObject({ address: { country: 'XK' } });
  });

  it.each([{ line1: ' ' }, { country: '' }, { country: 'USA' }])(
    'are incomplete with %o',
    (gap) => {
      expect(living(gap)).toThrow(incomplete);
    },
  );

  it('need a name, and a phone with digits', () => {
    expect(() => toBillingDetails({ ...written, name: ' ' })).toThrow(incomplete);
    expect(() => toBillingDetails({ ...written, phone: '-' })).toThrow('phone');
    expect(() => toBillingDetails({ ...written, phone: '' })).toThrow('phone');
  });

  it('may go without a phone where the configuration says so, but not with one of no digits', () => {
    const optional = { policy: { ...policy, phone: 'optional' as const } };
    expect(toDetails({ ...written, phone: ' ' }, optional).phone).toBe('');
    expect(() => toDetails({ ...written, phone: '-' }, optional)).toThrow('phone');
  });
});
