import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { readFirebaseHashConfig } from './firebase-hash-config.ts';

const sample = new URL('../../../../test/moving/samples/firebase-hash-config.txt', import.meta.url);
const config = {
  signerKey:
    'jxspr8Ki0RYycVU8zykbdLGjFQ3McFUH0uiiTvC8pVMXAn210wjLNmdZJzxUECKbm0QsEmYUSDzZvpjeJ9WmXA==',
  saltSeparator: 'Bw==',
  rounds: 8,
  memoryCost: 14,
};
const fields = {
  algorithm: 'SCRYPT',
  base64_signer_key: config.signerKey,
  base64_salt_separator: 'Bw==',
  rounds: 8,
  mem_cost: 14,
};

describe('readFirebaseHashConfig', () => {
  it('the text of the console, on several lines or one: the parameters', async () => {
    const text = await readFile(sample, 'utf8');
    expect(readFirebaseHashConfig(text)).toEqual({ config });
    expect(readFirebaseHashConfig(text.replaceAll('\n', ' '))).toEqual({ config });
    expect(readFirebaseHashConfig(text.replaceAll('\n', '\r\n'))).toEqual({ config });
  });

  it.each([fields, { hash_config: fields }, { ...fields, rounds: '8', mem_cost: '14' }])(
    'JSON, %j: the parameters',
    (written) => {
      expect(readFirebaseHashConfig(`\uFEFF${JSON.stringify(written)}`)).toEqual({ config });
    },
  );

  it('base64 for URLs: in its usual letters', () => {
    const written = { ...fields, base64_signer_key: 'a-_b' };
    expect(readFirebaseHashConfig(JSON.stringify(written))).toMatchObject({
      config: { signerKey: 'a+/b' },
    });
  });

  it.each([
    [{ rounds: undefined, mem_cost: undefined }, 'The hash parameters have no rounds, mem_cost.'],
    [{ base64_signer_key: '' }, 'The hash parameters have no base64_signer_key.'],
    [{ algorithm: 'BCRYPT' }, 'The hash parameters are of BCRYPT; only SCRYPT can be taken.'],
    [
      { base64_signer_key: '<...sensitive...>' },
      'The base64_signer_key of the hash parameters is no base64.',
    ],
    [
      { mem_cost: 1.5 },
      'The rounds and the mem_cost of the hash parameters must be whole numbers.',
    ],
  ])('%j: a sentence', (changed, fault) => {
    expect(readFirebaseHashConfig(JSON.stringify({ ...fields, ...changed }))).toEqual({ fault });
  });

  it.each(['', 'hello', '{"users":[]}'])(
    'the text %j: a sentence that names each field',
    (text) => {
      expect(readFirebaseHashConfig(text)).toEqual({
        fault:
          'The hash parameters have no base64_signer_key, base64_salt_separator, rounds, mem_cost.',
      });
    },
  );
});
