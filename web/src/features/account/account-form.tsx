import type { ComponentProps, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { paths } from '../../shared/paths.ts';
import { Button } from '../../shared/ui/button.tsx';
import { ButtonLink } from '../../shared/ui/button-link.tsx';
import { Card } from '../../shared/ui/card.tsx';
import { PageHeader } from '../../shared/ui/page-header.tsx';

interface AccountFormProps {
  readonly title: string;
  readonly sub: string;
  readonly submit: string;
  readonly danger?: boolean;
  readonly busy: boolean;
  readonly off?: boolean;
  readonly onSubmit: NonNullable<ComponentProps<'form'>['onSubmit']>;
  readonly children: ReactNode;
}

/** One screen, one change: title, fields, the button that makes it, and the way back. */
export function AccountForm(props: AccountFormProps) {
  const { t } = useTranslation();
  return (
    <>
      <PageHeader title={props.title} sub={props.sub} />
      <Card className="max-w-[560px] p-5">
        <form noValidate onSubmit={props.onSubmit} className="grid gap-5">
          {props.children}
          <div className="flex flex-wrap gap-2">
            <Button
              type="submit"
              variant={props.danger ? 'danger' : 'primary'}
              busy={props.busy}
              off={props.off ?? false}
            >
              {props.submit}
            </Button>
            <ButtonLink variant="quiet" to={paths.profile}>
              {t('account.back')}
            </ButtonLink>
          </div>
        </form>
      </Card>
    </>
  );
}
