import type { Words } from './en.ts';

export const words: Words = {
  refusals: {},
  activity: {},
};
