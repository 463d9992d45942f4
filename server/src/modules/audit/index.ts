export type { AuditEvent, AuditOrigin, OwnEvent } from './audit-event.ts';
export { auditParts, eraseOrigins, recordAudit } from './audit-store.ts';
