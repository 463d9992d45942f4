export type { AuditAction, AuditEvent, AuditOrigin } from './audit-event.ts';
export { recordAudit } from './audit-store.ts';
