/** Whether so few recovery codes are left that the person should make new ones. */
export const areFewCodes = (left: number): boolean => left < 3;
