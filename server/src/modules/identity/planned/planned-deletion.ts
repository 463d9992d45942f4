/** How long a person can keep an account whose deletion an operator has planned. */
export const deletionGraceMs = 7 * 86_400_000;
