import type { OperatorRole } from '@hearth/contract';
import { useOutletContext } from 'react-router';

/** Role of the operator, which the guard above the page knows. */
export const useOperatorRole = () => useOutletContext<OperatorRole>();
