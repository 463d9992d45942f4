/**
 * The product on Hearth registers here what it adds, in `app/contract/index.ts`: `declare module '@hearth/contract' {
 * interface Register { refusals: typeof refusals } }`. Names: `refusals`, `activity`, `events`, `limits`, `pages`,
 * `accountPages`, `words`, `jobs`, `mails`, `environment`.
 */
// biome-ignore lint/suspicious/noEmptyInterface: the product fills it.
export interface Register {}

/** Type that the product has registered under the name. */
export type Registered<Name extends string, Otherwise> = Register extends {
  readonly [Key in Name]: infer Value;
}
  ? Value
  : Otherwise;

/** Keys of the registered object of this name; none if none is registered. */
export type RegisteredKey<Name extends string> = Extract<keyof Registered<Name, object>, string>;

/** Members of the registered list of this name; none if none is registered. */
export type RegisteredMember<Name extends string> =
  Registered<Name, readonly never[]> extends readonly (infer Member)[] ? Member : never;
