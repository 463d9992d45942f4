/** Type of another language's words for an English part: equal keys, its own texts. */
export type LocaleShape<Part> = {
  readonly [Key in keyof Part]: Part[Key] extends string ? string : LocaleShape<Part[Key]>;
};
