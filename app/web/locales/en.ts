/** `refusals` and `activity` have a sentence for each code and each action of the contract. */
export const words = { refusals: {}, activity: {} };
