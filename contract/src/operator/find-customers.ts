import * as z from 'zod/mini';
import { operatorFor } from '../access.ts';
import { document } from '../entry.ts';
import { uid } from '../fields.ts';

const person = z.object({
  uid,
  email: z.string(),
  name: z.string(),
  disabled: z.boolean(),
});

const project = z.object({
  subscriptionId: z.string(),
  name: z.nullable(z.string()),
  planId: z.string(),
  status: z.string(),
  /** Address of the owner; null if the account is gone. */
  owner: z.nullable(z.string()),
});

const invoice = z.object({
  id: z.string(),
  number: z.nullable(z.string()),
  subscriptionId: z.string(),
  /** Name of the project. */
  name: z.nullable(z.string()),
  /** Minor units. */
  total: z.int(),
  currency: z.string(),
  status: z.string(),
});

/** Customers that a search of operators finds, at most ten of each kind. */
export type FoundCustomers = z.infer<typeof findCustomers.output>;

/**
 * Finds people, projects and invoices by a part of a name, an address, an id or an invoice's number, by the last four
 * digits of a card, or by an id of the payment provider. At most ten of each; it changes nothing, and is a POST so
 * that names stay out of addresses.
 */
export const findCustomers = document({
  method: 'POST',
  path: '/v1/operator/find',
  access: operatorFor('look'),
  input: z.strictObject({
    text: z
      .string()
      .check(z.trim(), z.minLength(2, 'must have 2 to 200 characters.'), z.maxLength(200)),
  }),
  output: z.object({
    people: z.array(person),
    projects: z.array(project),
    invoices: z.array(invoice),
  }),
  refusals: [],
});
