import {
  type Callable,
  type Document,
  type IdentityCall,
  type RefusalCode,
  refusalsOf,
  type ServerCall,
  wire,
} from '@hearth/contract';
import type { LightMyRequestResponse } from 'fastify';
import { expect } from 'vitest';

type Call = Callable | Document | IdentityCall | ServerCall;

const callables: Readonly<Record<string, Callable>> = wire.callables;
const withPaths: readonly (Document | IdentityCall | ServerCall)[] = [
  ...Object.values(wire.documents),
  ...Object.values(wire.identity),
  ...Object.values(wire.server),
];

/** The contract says of this call that it may refuse so, whatever a test provokes. */
export function expectNamed<A extends LightMyRequestResponse>(answer: A, asked: string): A {
  const call = findCall(asked);
  if (call && answer.statusCode >= 400) {
    const { code } = answer.json().error.details as { readonly code: RefusalCode };
    expect(
      refusalsOf(call),
      `${asked} answers ${code}, which the contract does not name`,
    ).toContain(code);
  }
  return answer;
}

/** Call behind a name or `METHOD /path`; undefined for addresses that no call has. */
function findCall(asked: string): Call | undefined {
  const [method, url = ''] = asked.split(' ');
  const [path = ''] = url.split('?');
  return (
    callables[asked] ??
    withPaths.find((call) => call.method === method && toPattern(call.path).test(path))
  );
}

function toPattern(path: string): RegExp {
  return new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`);
}
