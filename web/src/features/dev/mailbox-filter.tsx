import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../shared/ui/button.tsx';
import { TextField } from '../../shared/ui/text-field.tsx';

interface MailboxFilterProps {
  readonly to: string;
  /** Empty for all addresses. */
  readonly onFilter: (to: string) => void;
}

export function MailboxFilter({ to, onFilter }: MailboxFilterProps) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState(to);

  function handleSubmit(event: FormEvent) {
    event.preventDefault();
    onFilter(typed.trim());
  }

  return (
    <form onSubmit={handleSubmit} className="flex flex-wrap items-end gap-2">
      <div className="max-w-[360px] min-w-0 flex-[1_1_200px]">
        <TextField
          label={t('mailbox.address')}
          inputMode="email"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
      </div>
      <Button type="submit">{t('mailbox.show')}</Button>
      {to !== '' && (
        <Button variant="quiet" onClick={() => onFilter('')}>
          {t('mailbox.showAll')}
        </Button>
      )}
    </form>
  );
}
