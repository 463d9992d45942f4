import type { errors } from 'oidc-provider';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/transaction.ts';
import {
  consumeRow,
  findRow,
  removeGrant,
  removeRow,
  type StoredModel,
  type StoredPayload,
  upsertRow,
} from './hosted-sign-in-store.ts';

interface AdapterParts {
  readonly db: Database;
  readonly clock: Clock;
  readonly errors: typeof errors;
}

const stored: readonly string[] = ['Interaction', 'Grant', 'AuthorizationCode', 'RefreshToken'];

/**
 * Where the package keeps its models. Its own session is kept nowhere: Hearth's is the only one. Access tokens
 * are signed and not kept.
 */
export function createAdapter(parts: AdapterParts) {
  return (model: string) => (isStored(model) ? keepRows(model, parts) : keepNothing);
}

function isStored(model: string): model is StoredModel {
  return stored.includes(model);
}

const keepNothing = {
  upsert: async () => undefined,
  find: async () => undefined,
  findByUid: async () => undefined,
  consume: async () => undefined,
  destroy: async () => undefined,
  revokeByGrantId: async () => undefined,
};

function keepRows(model: StoredModel, { db, clock, errors }: AdapterParts) {
  return {
    ...keepNothing,

    async upsert(id: string, payload: StoredPayload, expiresInSeconds: number) {
      const at = clock.now();
      const expiresAt = new Date(at.getTime() + expiresInSeconds * 1000);
      await upsertRow(db, { model, id, payload, at, expiresAt });
    },

    async find(id: string) {
      const row = await findRow(db, { model, id, at: clock.now() });
      return row && { ...row.payload, jti: id, ...(row.consumedAt && { consumed: true }) };
    },

    async consume(id: string) {
      // Two requests may have found it unused at the same time.
      if (!(await consumeRow(db, { model, id, at: clock.now() }))) {
        throw new errors.InvalidGrant('already used');
      }
    },

    async destroy(id: string) {
      await removeRow(db, { model, id });
    },

    async revokeByGrantId(grantId: string) {
      await removeGrant(db, grantId);
    },
  };
}
