import Stripe from 'stripe';
import { expect, it } from 'vitest';
import { readShapes } from '../scripts/read-shapes.mjs';
import declared from '../src/wire/shapes.json' with { type: 'json' };

/** The compiler names the members of a union in the order in which it has met them in this process. */
function inOrder(table: object): unknown {
  return JSON.parse(
    JSON.stringify(table, (name, value) => (name === 'values' ? [...value].sort() : value)),
  );
}

it('the table of parameters is that of the installed package; else run scripts/read-shapes.mjs', () => {
  expect(inOrder(readShapes())).toEqual(inOrder(declared));
  expect(declared.apiVersion).toBe(Stripe.API_VERSION);
});
