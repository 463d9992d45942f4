import { describe, expect, it } from 'vitest';
import { toAddresses } from './addresses.ts';

describe('addresses of a pasted text', () => {
  it.each([
    ['a@x.example', ['a@x.example']],
    [' A@X.example ', ['A@X.example']],
    ['a@x.example, b@x.example;c@x.example', ['a@x.example', 'b@x.example', 'c@x.example']],
    ['a@x.example\nb@x.example\r\n\tc@x.example', ['a@x.example', 'b@x.example', 'c@x.example']],
    ['a@x.example b@x.example', ['a@x.example', 'b@x.example']],
    ['a@x.example，b@x.example；', ['a@x.example', 'b@x.example']],
    ['Grace Hopper <grace@x.example>', ['grace@x.example']],
    [
      '"Hopper, Grace" <grace@x.example>; Ada <ada@x.example>',
      ['grace@x.example', 'ada@x.example'],
    ],
    ['ada@x.example, Grace <grace@x.example>', ['ada@x.example', 'grace@x.example']],
    ['<mailto:grace@x.example>', ['grace@x.example']],
    ['Grace Hopper grace@x.example', ['grace@x.example']],
    ['grace@x.example.', ['grace@x.example']],
    ['a@x.example, A@x.example', ['A@x.example']],
    ['Grace Hopper, tim@exmaple', ['Grace Hopper', 'tim@exmaple']],
    ['a@müller.example, a@xn--mller-kva.example', ['a@xn--mller-kva.example']],
    [' , ;\n', []],
  ])('%j', (text, addresses) => {
    expect(toAddresses(text)).toEqual(addresses);
  });
});
