import type { Permission } from '@hearth/contract';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useConfig, useConfiguredText } from '../../shared/config/index.ts';

interface PermissionChoiceProps {
  /** Instead of `Permissions`. */
  readonly legend?: string;
  readonly value: readonly string[];
  /** Gets configured keys only, the default one always among them. */
  readonly onChange: (keys: readonly string[]) => void;
}

/** A checkbox for each configured permission; the default one is locked. */
export function PermissionChoice({ legend, value, onChange }: PermissionChoiceProps) {
  const { t } = useTranslation();
  const { permissions } = useConfig();
  const isChosen = ({ key, default: isDefault }: Permission) => isDefault || value.includes(key);

  function toggle(toggled: Permission) {
    const chosen = permissions.filter(
      (permission) => isChosen(permission) !== (permission.key === toggled.key),
    );
    onChange(chosen.map(({ key }) => key));
  }

  return (
    <fieldset className="grid gap-1.5">
      <legend className="mb-1.5 text-label font-label">{legend ?? t('users.permissions')}</legend>
      {permissions.map((permission) => (
        <PermissionBox
          key={permission.key}
          permission={permission}
          checked={isChosen(permission)}
          onToggle={() => toggle(permission)}
        />
      ))}
    </fieldset>
  );
}

interface PermissionBoxProps {
  readonly permission: Permission;
  readonly checked: boolean;
  readonly onToggle: () => void;
}

function PermissionBox({ permission, checked, onToggle }: PermissionBoxProps) {
  const id = useId();
  const configuredText = useConfiguredText();
  const hint = useHint(permission);

  return (
    <div className="flex min-h-[38px] items-start gap-3 py-1.5">
      <input
        type="checkbox"
        id={id}
        checked={checked}
        disabled={permission.default}
        aria-describedby={hint && `${id}-hint`}
        onChange={onToggle}
        className="mt-0.5 size-[18px] shrink-0 accent-accent"
      />
      <div className="grid min-w-0 flex-1">
        <label htmlFor={id}>{configuredText(permission.label)}</label>
        {hint && (
          <span id={`${id}-hint`} className="text-small text-ink-2">
            {hint}
          </span>
        )}
      </div>
    </div>
  );
}

function useHint(permission: Permission): string | undefined {
  const { t } = useTranslation();
  if (permission.default) {
    return t('users.defaultHint');
  }
  return permission.admin ? t('users.adminHint') : undefined;
}

/** Keys that the configuration knows, the default one always among them. */
export function useConfiguredKeys(): (held: readonly string[]) => readonly string[] {
  const { permissions } = useConfig();
  return (held) =>
    permissions
      .filter(({ key, default: isDefault }) => isDefault || held.includes(key))
      .map(({ key }) => key);
}
