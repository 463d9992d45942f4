/** Roles of the people who run the product, from the fewest rights to all. */
export const operatorRoles = ['support', 'billing', 'admin'] as const;

export type OperatorRole = (typeof operatorRoles)[number];

/** Each right with the roles that have it. A call of operators names one right. */
export const operatorRights = {
  /** Find people and projects, look at them, and write notes. */
  look: ['support', 'billing', 'admin'],
  /** Help a person or a team with what they could do themselves: resend, sign out, undo a limit. */
  help: ['support', 'admin'],
  /** Change what a customer pays: refunds, trials, time for free, ends. */
  money: ['billing', 'admin'],
  /** Read the figures of the business. */
  revenue: ['billing', 'admin'],
  /** Decide who gets into an account, and over the product itself. */
  admin: ['admin'],
} as const satisfies Readonly<Record<string, readonly OperatorRole[]>>;

export type OperatorRight = keyof typeof operatorRights;

/** Whether the role has the right. */
export const mayOperate = (role: OperatorRole, right: OperatorRight): boolean =>
  operatorRights[right].some((one) => one === role);
