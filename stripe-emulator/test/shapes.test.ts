import Stripe from 'stripe';
import { expect, it } from 'vitest';
import { readShapes } from '../scripts/read-shapes.mjs';
import declared from '../src/wire/shapes.json' with { type: 'json' };

it('the table of parameters is that of the installed package; else run scripts/read-shapes.mjs', () => {
  expect(readShapes()).toEqual(declared);
  expect(declared.apiVersion).toBe(Stripe.API_VERSION);
});
