import * as contract from '@hearth/contract';
import { refuseIf } from '../../../platform/refusal.ts';
import { recordAudit } from '../../audit/index.ts';
import { toDisplayName, toUser } from '../accounts/account.ts';
import { updateProfile } from '../accounts/account-store.ts';
import { change } from '../operation.ts';

/** Merges into one's own users/{uid}. */
export const updateUser = change(contract.updateUser, async (input, context) => {
  const { tx, caller, clock, client, settings } = context;
  const { languages } = settings;
  refuseIf(
    input.language !== undefined && !languages.includes(input.language),
    'request/invalid',
    `language: must be one of ${languages.join(', ')}.`,
  );
  const displayName =
    input.display_name === undefined ? undefined : toDisplayName(input.display_name);

  const profile = {
    displayName,
    avatarUrl: input.avatar_url,
    language: input.language,
    checklistHidden: input.checklist_hidden,
    theme: input.theme,
  };
  const account = await updateProfile(tx, { id: caller.uid, profile, at: clock.now() });
  await recordAudit(tx, {
    action: 'account.profile-updated',
    actorId: caller.uid,
    subjectId: caller.uid,
    at: clock.now(),
    origin: client,
  });
  return toUser(account);
});
