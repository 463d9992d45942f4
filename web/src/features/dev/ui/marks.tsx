import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CardMark } from '../../../shared/card-mark.tsx';
import { ProjectMark } from '../../../shared/current-subscription/project-mark.tsx';
import { Avatar, AvatarGroup, InvitedAvatar } from '../../../shared/ui/avatar.tsx';
import { Badge } from '../../../shared/ui/badge.tsx';
import { Chip } from '../../../shared/ui/chip.tsx';
import { CopyableId, CopyTextButton } from '../../../shared/ui/copy-button.tsx';
import { KeyCap } from '../../../shared/ui/key-cap.tsx';
import { Segmented } from '../../../shared/ui/segmented.tsx';
import { Group, row } from './group.tsx';

const people = ['Ada Lovelace', 'Grace Hopper', '陈嘉怡', 'Katherine Johnson'].map((name) => ({
  id: name,
  name,
}));

export function Marks() {
  const { t } = useTranslation();
  const [choice, setChoice] = useState('one');
  const tones = ['good', 'info', 'warn', 'bad', 'accent', 'neutral'] as const;
  return (
    <Group name="Avatar, AvatarGroup, ProjectMark, Badge, Chip, CardMark, CopyableId, CopyTextButton, KeyCap, Segmented">
      <div className={row}>
        {(['tiny', 'small', 'medium', 'large'] as const).map((size) => (
          <Avatar key={size} name="Ada Lovelace" size={size} />
        ))}
        <InvitedAvatar />
        <AvatarGroup people={people.slice(0, 3)} total={31} />
        <AvatarGroup people={people.slice(0, 2)} total={2} />
      </div>
      <div className={row}>
        {(['small', 'medium', 'large'] as const).map((size) => (
          <ProjectMark key={size} id={size} name="Acme Analytics" size={size} />
        ))}
        <ProjectMark id="ended" name="星河数据" ended />
      </div>
      <div className={row}>
        {tones.map((tone) => (
          <Badge key={tone} tone={tone}>
            {t('ui.word')}
          </Badge>
        ))}
        {(['owner', 'strong', 'plain'] as const).map((tone) => (
          <Chip key={tone} tone={tone}>
            {t('ui.word')}
          </Chip>
        ))}
      </div>
      <div className={row}>
        {['visa', 'mastercard', 'amex', 'unionpay', 'unknown'].map((brand) => (
          <CardMark key={brand} brand={brand} />
        ))}
        <CopyableId id="trFTU0oqEsxGm8ZuwMeX" label={t('ui.word')} />
        <CopyTextButton text="trFTU0oqEsxGm8ZuwMeX" label={t('ui.word')} />
        <KeyCap keys="Ctrl K" />
      </div>
      <Segmented
        label={t('ui.word')}
        options={['one', 'two', 'three'].map((value, index) => ({
          value,
          label: t('ui.word'),
          count: index,
        }))}
        value={choice}
        onChange={setChoice}
      />
    </Group>
  );
}
