export { getOperator } from './get-operator.ts';
export type { ConsoleServices } from './operation.ts';
export { addOperator, dismissOperator } from './roles/operate-operators.ts';
export { listStoredOperators, removeAllOperators } from './roles/operator-store.ts';
export { type OperatorRules, requireOperator } from './roles/require-operator.ts';
