export type { AuditEvent } from './audit-event.ts';
export { auditParts, recordAudit } from './audit-store.ts';
