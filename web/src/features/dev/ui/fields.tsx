import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { TextField } from '../../../shared/ui/field.tsx';
import { FileField } from '../../../shared/ui/file-field.tsx';
import { LanguageSelect } from '../../../shared/ui/language-select.tsx';
import { PasswordField } from '../../../shared/ui/password-field.tsx';
import { SelectField } from '../../../shared/ui/select-field.tsx';
import { TextArea } from '../../../shared/ui/text-area.tsx';
import { ToolSelect } from '../../../shared/ui/tool-select.tsx';
import { Group, row } from './group.tsx';

export function Fields() {
  const { t } = useTranslation();
  const label = t('ui.word');
  return (
    <Group name="TextField, PasswordField, SelectField, FileField, TextArea, ToolSelect, LanguageSelect">
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField name="plain" label={label} hint={t('ui.sentence')} />
        <TextField name="wrong" label={label} error={t('ui.sentence')} />
        <TextField name="disabled" label={`${label} disabled`} defaultValue={label} disabled />
        <TextField name="read-only" label={`${label} readOnly`} defaultValue={label} readOnly />
        <PasswordField name="password" label={label} autoComplete="off" />
        <PasswordField name="other" label={label} error={t('ui.sentence')} autoComplete="off" />
        <SelectField name="select" label={label}>
          <option>{label}</option>
        </SelectField>
        <SelectField name="select-disabled" label={`${label} disabled`} disabled>
          <option>{label}</option>
        </SelectField>
        <FileField name="file" label={label} hint={t('ui.sentence')} />
        <FileField name="file-wrong" label={label} error={t('ui.sentence')} />
        <TextArea name="area" label={label} hint={t('ui.sentence')} />
        <TextArea name="area-wrong" label={label} error={t('ui.sentence')} rows={2} />
      </div>
      <div className={row}>
        <Tool />
        <LanguageSelect />
      </div>
    </Group>
  );
}

function Tool() {
  const { t } = useTranslation();
  const [value, setValue] = useState('one');
  return (
    <ToolSelect label={t('ui.word')} value={value} onChange={setValue}>
      <option value="one">{t('ui.word')}</option>
      <option value="two">{t('ui.sentence')}</option>
    </ToolSelect>
  );
}
