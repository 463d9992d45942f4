import type { getAccountRecord, OutputOf } from '@hearth/contract';
import type { StoredAccount } from './account-record-store.ts';

export function toAccountRecord(stored: StoredAccount): OutputOf<typeof getAccountRecord> {
  return {
    uid: stored.id,
    email: stored.email,
    email_verified: stored.emailVerified,
    display_name: stored.displayName,
    avatar_url: stored.avatarUrl,
    language: stored.language,
    disabled: stored.disabled,
    create_time: stored.createdAt.toISOString(),
    version: stored.version,
  };
}
