/** What another language must provide for an English part: the same keys, its own words. */
export type LocaleShape<Part> = {
  readonly [Key in keyof Part]: Part[Key] extends string ? string : LocaleShape<Part[Key]>;
};
