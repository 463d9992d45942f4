import type { Adapter, errors } from 'oidc-provider';
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
import { graceMs, type SuccessorOf } from './refresh-successor.ts';

interface AdapterParts {
  readonly db: Database;
  readonly clock: Clock;
  readonly errors: typeof errors;
  readonly successorOf: SuccessorOf;
}

const stored: readonly string[] = ['Interaction', 'Grant', 'AuthorizationCode', 'RefreshToken'];

/**
 * Store for the package's models. Its own session is not stored, since Hearth's is the only one; access tokens are
 * signed and not stored.
 */
export function createAdapter(parts: AdapterParts) {
  return (model: string) => (isStored(model) ? keepRows(model, parts) : keepNothing);
}

function isStored(model: string): model is StoredModel {
  return stored.includes(model);
}

const keepNothing: Adapter = {
  upsert: async () => undefined,
  find: async () => undefined,
  findByUid: async () => undefined,
  findByUserCode: async () => undefined,
  consume: async () => undefined,
  destroy: async () => undefined,
  revokeByGrantId: async () => undefined,
};

function keepRows(model: StoredModel, { db, clock, errors, successorOf }: AdapterParts) {
  /** Used at this instant or later, it may be used again. */
  const usableSince = (at: Date) =>
    model === 'RefreshToken' ? new Date(at.getTime() - graceMs) : undefined;

  /** False once the successor was used too: the client has it, so nobody needs it again. */
  async function isRepeat(id: string, consumedAt: Date, at: Date): Promise<boolean> {
    const since = usableSince(at);
    if (since === undefined || consumedAt < since) {
      return false;
    }
    const successor = await findRow(db, { model, id: successorOf(id), at });
    return !successor?.consumedAt;
  }

  return {
    ...keepNothing,

    async upsert(id: string, payload: StoredPayload, expiresInSeconds: number) {
      const at = clock.now();
      const expiresAt = new Date(at.getTime() + expiresInSeconds * 1000);
      await upsertRow(db, { model, id, payload, at, expiresAt });
    },

    async find(id: string) {
      const at = clock.now();
      const row = await findRow(db, { model, id, at });
      const isUsed = row?.consumedAt && !(await isRepeat(id, row.consumedAt, at));
      return row && { ...row.payload, jti: id, ...(isUsed && { consumed: true }) };
    },

    async consume(id: string) {
      // Two requests may have found it unused at the same time.
      const at = clock.now();
      if (!(await consumeRow(db, { model, id, at, usableSince: usableSince(at) }))) {
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
