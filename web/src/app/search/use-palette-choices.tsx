import { languages, themes } from '@hearth/contract';
import Globe from 'lucide-react/icons/globe';
import LogOut from 'lucide-react/icons/log-out';
import Monitor from 'lucide-react/icons/monitor';
import Moon from 'lucide-react/icons/moon';
import Plus from 'lucide-react/icons/plus';
import Sun from 'lucide-react/icons/sun';
import UserPlus from 'lucide-react/icons/user-plus';
import { type ComponentType, type SVGProps, useContext } from 'react';
import { useTranslation } from 'react-i18next';
import {
  type CurrentSubscription,
  CurrentSubscriptionContext,
} from '../../shared/current-subscription/current-subscription.ts';
import { useLeaveFor } from '../../shared/leaving/leave-question.ts';
import { paths } from '../../shared/paths.ts';
import { useAppearance } from '../../shared/theme/use-appearance.ts';
import { languageNames } from '../../shared/ui/language-select.tsx';
import { useAccountEntries } from '../layouts/account-entries.ts';
import { useAccountPages, useProjectPages } from '../layouts/page-entries.ts';
import type { SidebarEntry } from '../layouts/sidebar-links.tsx';
import { useSignOut } from '../layouts/use-sign-out.ts';
import type { Choice } from './choice.ts';
import { usePeopleChoices } from './use-people-choices.tsx';
import { useProjectChoices } from './use-project-choices.tsx';

type Icon = ComponentType<SVGProps<SVGSVGElement>>;

function markOf(Icon: Icon) {
  return <Icon aria-hidden="true" strokeWidth={1.75} />;
}

/** Everything that can be jumped to from here, with the open project's pages and people if the person may see them. */
export function usePaletteChoices(): readonly Choice[] {
  const { t } = useTranslation();
  const current = useContext(CurrentSubscriptionContext);
  const { running, canceled } = useProjectChoices(t('shell.palette.groups.projects'));
  return [
    ...[...running, ...canceled].filter(({ id }) => id !== current?.subscription.id),
    ...useCurrentChoices(current),
    ...usePeopleChoices(current),
    ...useOwnChoices(),
    ...useAppearanceChoices(),
  ];
}

function useCurrentChoices(current: CurrentSubscription | undefined): readonly Choice[] {
  const { t } = useTranslation();
  const leaveFor = useLeaveFor();
  const pages = useProjectPages(current);
  const toChoice = useToChoice();
  if (!current) {
    return [];
  }
  const { subscription, isAdminLevel } = current;
  const { id, status } = subscription;
  const group = subscription.settings.name || t('subscription.untitled');
  const isOpen = status === 'active' || status === 'past_due';
  const invite = {
    id: 'invite',
    group,
    label: t('shell.palette.invite'),
    mark: markOf(UserPlus),
    choose: () => leaveFor(paths.inviteUser(id)),
  };
  return [
    ...(isAdminLevel && isOpen ? [invite] : []),
    ...pages.map((page) => toChoice(page, group)),
  ];
}

function useOwnChoices(): readonly Choice[] {
  const { t } = useTranslation();
  const leaveFor = useLeaveFor();
  const signOut = useSignOut();
  const toChoice = useToChoice();
  const [home, ...others] = useAccountPages();
  const entries = [...(home ? [home] : []), ...useAccountEntries(), ...others];
  const actions = t('shell.palette.groups.actions');
  return [
    ...entries.map((entry) => toChoice(entry, t('shell.palette.groups.pages'))),
    {
      id: 'add',
      group: actions,
      label: t('shell.switcher.add'),
      mark: markOf(Plus),
      choose: () => leaveFor(paths.createPlan),
    },
    {
      id: 'sign-out',
      group: actions,
      label: t('layout.signOut'),
      mark: markOf(LogOut),
      choose: signOut,
    },
  ];
}

function useToChoice(): (entry: SidebarEntry, group: string) => Choice {
  const leaveFor = useLeaveFor();
  return ({ to, label, Icon }, group) => ({
    id: to,
    group,
    label,
    mark: markOf(Icon),
    choose: () => leaveFor(to),
  });
}

const themeIcons = { system: Monitor, light: Sun, dark: Moon };

function useAppearanceChoices(): readonly Choice[] {
  const { t } = useTranslation();
  const { theme, language, chooseTheme, chooseLanguage } = useAppearance();
  const group = t('shell.palette.groups.appearance');
  const looks = themes
    .filter((each) => each !== theme)
    .map((each) => ({
      id: `theme-${each}`,
      group,
      label: t(`shell.palette.themeOf.${each}`),
      mark: markOf(themeIcons[each]),
      keywords: t('shell.theme'),
      choose: () => chooseTheme(each),
    }));
  const tongues = languages
    .filter((each) => each !== language)
    .map((each) => ({
      id: `language-${each}`,
      group,
      label: t('shell.palette.languageOf', { language: languageNames[each] }),
      mark: markOf(Globe),
      keywords: t('layout.language'),
      choose: () => void chooseLanguage(each),
    }));
  return [...looks, ...tongues];
}
