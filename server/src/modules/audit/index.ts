export type { AuditDetails, AuditEvent, AuditOrigin, OwnEvent } from './audit-event.ts';
export {
  type ActionCount,
  auditParts,
  countAccountChanges,
  erasePerson,
  recordAudit,
} from './audit-store.ts';
export { keepNames } from './name-store.ts';
