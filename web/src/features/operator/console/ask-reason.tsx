import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useForm } from '../../../shared/form/use-form.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { Card } from '../../../shared/ui/card.tsx';
import { TextField } from '../../../shared/ui/field.tsx';
import { PageHeader } from '../../../shared/ui/page-header.tsx';
import { isReason, longestReason } from './use-reason.ts';

interface AskReasonProps {
  readonly title: string;
  readonly onGive: (reason: string) => void;
}

/** Stands in place of a customer until the operator has said why they look. */
export function AskReason({ title, onGive }: AskReasonProps) {
  const { t } = useTranslation();
  const { field, focus, submitTo } = useForm({ typedReason: '' }, ({ typedReason }) => ({
    typedReason: !isReason(typedReason) && t('console.reason.wrong'),
  }));

  useEffect(() => focus('typedReason'), [focus]);

  return (
    <>
      <PageHeader title={title} />
      <Card className="max-w-[560px] p-5">
        <form
          noValidate
          onSubmit={submitTo(async ({ typedReason }) => onGive(typedReason.trim()))}
          className="grid gap-5"
        >
          <TextField
            {...field('typedReason')}
            label={t('console.reason.label')}
            hint={t('console.reason.hint')}
            maxLength={longestReason}
            autoComplete="off"
          />
          <div>
            <Button type="submit" variant="primary">
              {t('console.reason.submit')}
            </Button>
          </div>
        </form>
      </Card>
    </>
  );
}
