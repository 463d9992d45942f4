/** Key of the query for the operator's role. It has an answer once the person has opened a page of operators. */
export const operatorKey = (uid: string) => ['account', uid, 'operator'] as const;
