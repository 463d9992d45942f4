import LogOut from 'lucide-react/icons/log-out';
import UserRound from 'lucide-react/icons/user-round';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { paths } from '../../shared/paths.ts';
import { useSession } from '../../shared/session/index.ts';
import { Avatar } from '../../shared/ui/avatar.tsx';
import { Menu, MenuItem, MenuLabel } from '../../shared/ui/menu.tsx';
import { notify } from '../../shared/ui/toasts.ts';

export function UserMenu() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { account, signOut } = useSession();
  const name = account?.displayName ?? '';
  const email = account?.email ?? '';

  async function handleSignOut() {
    try {
      await signOut();
      await navigate(paths.home);
    } catch {
      notify.failure(t('errors.failedSignOut'));
    }
  }

  return (
    <Menu
      trigger={
        <button
          type="button"
          aria-label={t('layout.userMenu')}
          className="-mr-1 grid size-[38px] shrink-0 place-items-center rounded-full hover:bg-sunken data-[state=open]:bg-sunken"
        >
          <Avatar name={name || email} pictureUrl={account?.photoUrl} />
        </button>
      }
    >
      <MenuLabel>
        <span className="block truncate text-label font-card">{name || email}</span>
        {name && <span className="block truncate text-small text-ink-2">{email}</span>}
      </MenuLabel>
      <MenuItem
        icon={<UserRound aria-hidden="true" />}
        onChoose={() => void navigate(paths.profile)}
      >
        {t('layout.profile')}
      </MenuItem>
      <MenuItem icon={<LogOut aria-hidden="true" />} onChoose={() => void handleSignOut()}>
        {t('layout.signOut')}
      </MenuItem>
    </Menu>
  );
}
