import type { SubscriptionUser } from '@hearth/contract';
import { EditPermissionsDialog } from './edit-permissions-dialog.tsx';
import { RemoveUserDialog } from './remove-user-dialog.tsx';
import { RevokeInviteDialog } from './revoke-invite-dialog.tsx';
import type { UserQuestion } from './user-actions.tsx';

interface UsersDialogProps {
  readonly question: UserQuestion;
  readonly user: SubscriptionUser;
  readonly onClose: () => void;
}

/** The question that is being asked about a user. */
export function UsersDialog({ question, user, onClose }: UsersDialogProps) {
  switch (question) {
    case 'edit':
      return <EditPermissionsDialog user={user} onClose={onClose} />;
    case 'remove':
      return <RemoveUserDialog user={user} onClose={onClose} />;
    case 'revoke':
      return <RevokeInviteDialog user={user} onClose={onClose} />;
  }
}
