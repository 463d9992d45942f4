import { themes } from '@hearth/contract';
import AtSign from 'lucide-react/icons/at-sign';
import Globe from 'lucide-react/icons/globe';
import LogOut from 'lucide-react/icons/log-out';
import Monitor from 'lucide-react/icons/monitor';
import Moon from 'lucide-react/icons/moon';
import Plus from 'lucide-react/icons/plus';
import Sun from 'lucide-react/icons/sun';
import { useContext } from 'react';
import { useTranslation } from 'react-i18next';
import { CurrentSubscriptionContext } from '../../shared/current-subscription/current-subscription.ts';
import { offeredLanguages } from '../../shared/i18n/index.ts';
import { useLeaveFor } from '../../shared/leaving/leave-question.ts';
import { paths } from '../../shared/paths.ts';
import { useAppearance } from '../../shared/theme/use-appearance.ts';
import { useAccountEntries } from '../layouts/account-entries.ts';
import { useAccountPages } from '../layouts/page-entries.ts';
import { useSignOut } from '../layouts/use-sign-out.ts';
import { type Choice, markOf } from './choice.tsx';
import { useCurrentChoices } from './use-current-choices.tsx';
import { useOperatorChoices } from './use-operator-choices.tsx';
import { usePeopleChoices } from './use-people-choices.tsx';
import { useProjectChoices } from './use-project-choices.tsx';

/** Everything that can be jumped to from here, with the open project's pages and people if the person may see them. */
export function usePaletteChoices(): readonly Choice[] {
  const { t } = useTranslation();
  const current = useContext(CurrentSubscriptionContext);
  const { running, canceled } = useProjectChoices(t('shell.palette.groups.projects'));
  return [
    ...useCurrentChoices(current),
    ...[...running, ...canceled].filter(({ id }) => id !== current?.subscription.id),
    ...usePeopleChoices(current),
    ...useOwnChoices(),
    ...useOperatorChoices(),
    ...useAppearanceChoices(),
  ];
}

function useOwnChoices(): readonly Choice[] {
  const { t } = useTranslation();
  const leaveFor = useLeaveFor();
  const signOut = useSignOut();
  const [home, ...others] = useAccountPages();
  const entries = [...(home ? [home] : []), ...useAccountEntries(), ...others];
  const pages = entries.map(({ to, label, keywords, Icon }) => ({
    id: to,
    group: t('shell.palette.groups.pages'),
    label,
    mark: markOf(Icon),
    keywords,
    choose: () => leaveFor(to),
  }));
  const group = t('shell.palette.groups.actions');
  return [
    ...pages,
    {
      id: 'add',
      group,
      label: t('shell.switcher.add'),
      mark: markOf(Plus),
      keywords: t('palette.also.add'),
      choose: () => leaveFor(paths.createPlan),
    },
    {
      id: 'email',
      group,
      label: t('palette.changeEmail'),
      mark: markOf(AtSign),
      keywords: t('palette.also.email'),
      choose: () => leaveFor(paths.editEmail),
    },
    {
      id: 'sign-out',
      group,
      label: t('layout.signOut'),
      mark: markOf(LogOut),
      keywords: t('palette.also.signOut'),
      choose: signOut,
    },
  ];
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
  const tongues = Object.entries(offeredLanguages())
    .filter(([each]) => each !== language)
    .map(([each, name]) => ({
      id: `language-${each}`,
      group,
      label: t('shell.palette.languageOf', { language: name }),
      mark: markOf(Globe),
      keywords: t('layout.language'),
      choose: () => void chooseLanguage(each),
    }));
  return [...looks, ...tongues];
}
