/** `refusals` and `activity` have a sentence for each code and each action of the contract. */
export const words = {
  refusals: {},
  activity: {},
} as const;

/** Words of another language have the keys of English. */
export type Words = {
  readonly [Group in keyof typeof words]: {
    readonly [Key in keyof (typeof words)[Group]]: string;
  };
};
