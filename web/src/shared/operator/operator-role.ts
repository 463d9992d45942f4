import { mayOperate, type OperatorRight, type OperatorRole } from '@hearth/contract';
import { createContext, useContext } from 'react';

export const OperatorRoleContext = createContext<OperatorRole | undefined>(undefined);

/** Whether the operator who looks at the page has the right. */
export function useMayOperate(right: OperatorRight): boolean {
  const role = useContext(OperatorRoleContext);
  return role !== undefined && mayOperate(role, right);
}
