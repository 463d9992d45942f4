import Eye from 'lucide-react/icons/eye';
import EyeOff from 'lucide-react/icons/eye-off';
import { type ComponentProps, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { classNames } from './class-names.ts';
import { describeField, Field, type FieldWords, inputStyle } from './field.tsx';

type PasswordFieldProps = Omit<ComponentProps<'input'>, 'id' | 'className' | 'type'> & FieldWords;

/** A password that its owner may look at. */
export function PasswordField({ label, hint, error, ...input }: PasswordFieldProps) {
  const { t } = useTranslation();
  const id = useId();
  const [shown, setShown] = useState(false);
  const words = { label, hint, error };
  const Icon = shown ? EyeOff : Eye;

  return (
    <Field id={id} {...words}>
      <div className="relative">
        <input
          autoCapitalize="none"
          spellCheck={false}
          {...input}
          {...describeField(id, words)}
          id={id}
          type={shown ? 'text' : 'password'}
          className={classNames(inputStyle, 'pr-12')}
        />
        <button
          type="button"
          aria-label={t('layout.showPassword')}
          aria-pressed={shown}
          onClick={() => setShown(!shown)}
          className="absolute inset-y-0.5 right-0.5 grid w-10 place-items-center rounded-control text-ink-3 hover:text-ink"
        >
          <Icon aria-hidden="true" className="size-[18px]" />
        </button>
      </div>
    </Field>
  );
}
