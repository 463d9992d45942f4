import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { csvColumns, readCsv } from './read-csv.ts';

const read = (text: string) => Readable.from(readCsv(Readable.from([text]))).toArray();

describe('readCsv', () => {
  it('the address only: an account', async () => {
    expect(await read('email\na@example.com\n')).toMatchObject([
      { line: 2, account: { uid: null, email: 'a@example.com', leftOut: [] } },
    ]);
  });

  it('columns in another order and with capitals: the same account', async () => {
    expect(await read('Disabled,Email\nyes,a@example.com\n')).toMatchObject([
      { account: { email: 'a@example.com', disabled: true } },
    ]);
  });

  it('unknown columns: a fault that names them and the known ones', async () => {
    expect(await read('email,mail,phone\na,b,c\n')).toEqual([
      {
        line: 1,
        fault: `The header line names unknown columns: "mail", "phone". Known are: ${csvColumns.join(', ')}.`,
      },
    ]);
  });

  it('no column of addresses: a fault', async () => {
    expect(await read('uid\na\n')).toEqual([
      { line: 1, fault: 'The header line names no column email. It names: uid.' },
    ]);
  });

  it('links and claims that are broken: left out with a sentence, and the rest is taken', async () => {
    expect(
      await read('email,links,claims\na@example.com,{},[]\nb@example.com,"[1,{}]",{"a"\n'),
    ).toMatchObject([
      {
        account: {
          email: 'a@example.com',
          links: [],
          claims: null,
          leftOut: [
            'The links are not taken: they are no JSON list.',
            'The custom claims are not taken: they are no JSON object.',
          ],
        },
      },
      { account: { email: 'b@example.com', links: [], claims: null } },
    ]);
  });
});
