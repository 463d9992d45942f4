import { expect, inject, it } from 'vitest';
import { at, withDatabase } from '../harness/postgres.ts';
import { describeSchema } from './describe-schema.ts';

const head = `-- The tables that all migrations together make, for people who read them. Nothing runs this file:
-- \`npm run schema\` writes it, and a test fails where it is old. Functions stand in the migrations.
-- Schema public: Hearth's own tables. Schema sandbox: those of the Stripe emulator, which local mode uses.
`;

it('server/schema.sql: shows the present tables; else run npm run schema', async () => {
  await withDatabase(at(inject('postgres'), inject('templateDatabase')), async (db) => {
    const schemas = [await describeSchema(db, 'public'), await describeSchema(db, 'sandbox')];
    await expect([head, ...schemas].join('\n')).toMatchFileSnapshot('../../schema.sql');
  });
});
