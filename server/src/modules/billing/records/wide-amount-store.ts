import { type RawBuilder, sql } from 'kysely';

const [least, most] = [-2_147_483_648, 2_147_483_647];

type AmountColumns<Name extends string, Amount> = Readonly<
  Record<Name, Amount> & Record<`${Name}_wide`, number | null>
>;

/** Columns of an amount: as near as an `integer` comes to it, and the amount itself where that is not all (decision 081). */
export function toAmountColumns<Name extends string, Amount extends number | null>(
  name: Name,
  amount: Amount,
): AmountColumns<Name, Amount> {
  const near = amount === null ? null : Math.max(least, Math.min(most, amount));
  const wide = near === amount ? null : amount;
  return { [name]: near, [`${name}_wide`]: wide } as AmountColumns<Name, Amount>;
}

/** The amount of that column, as a number. */
export function wholeAmount<Amount extends number | null>(
  table: string,
  name: string,
): RawBuilder<Amount> {
  const [wide, near] = [sql.ref(`${table}.${name}_wide`), sql.ref(`${table}.${name}`)];
  return sql<Amount>`coalesce(${wide}, ${near})::float8`;
}
