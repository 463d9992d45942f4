import * as contract from '@hearth/contract';
import { expectTypeOf, it } from 'vitest';
import { operationsOf, type Services } from '../modules/identity/index.ts';
import type { SubscriptionView } from '../modules/subscriptions/index.ts';
import type { OperationFor } from './operations.ts';

// Checked by the compiler: `tsc` fails if an expectation does not hold.
const { read } = operationsOf<Services, SubscriptionView>();
const { read: withMore } = operationsOf<Services & { readonly printer: Printer }, never>();
interface Printer {
  print(text: string): void;
}

it('compiles if the executor has every service that an operation asks for', () => {
  const given = read(contract.getUser, async (_input, { clock }) => fail(clock));
  expectTypeOf(given).toExtend<OperationFor<typeof contract.getUser>>();
});

it('does not compile if an operation asks for a service that the executor lacks', () => {
  const given = withMore(contract.getUser, async (_input, { printer }) => fail(printer));
  expectTypeOf(given).not.toExtend<OperationFor<typeof contract.getUser>>();
});

it('does not compile if an operation stands under the name of another', () => {
  const given = read(contract.getSubscription, async (_input, { view }) => fail(view));
  expectTypeOf(given).not.toExtend<OperationFor<typeof contract.getUser>>();
});

function fail(unused: object): never {
  throw new Error(`Never called with ${Object.keys(unused)}`);
}
