import { sql } from 'kysely';

/** Schemas that hold rows of the product. */
const ownSchemas = ['public', 'sandbox', 'graphile_worker', 'app'] as const;

/** As a list for `in (…)`. */
export const ownSchemaList = sql.join(ownSchemas.map((name) => sql.lit(name)));
