import type { ComponentProps, ReactNode } from 'react';
import { Button } from '../../shared/ui/button.tsx';
import { Notice } from '../../shared/ui/notice.tsx';
import { PageTitle } from '../../shared/ui/page-title.tsx';
import { PublicCard } from '../../shared/ui/public-card.tsx';
import { usePageTitle } from '../../shared/ui/use-page-title.ts';

interface AuthFormProps {
  readonly title: string;
  readonly sub: string;
  readonly submit: string;
  readonly busy: boolean;
  /** What failed, and why. */
  readonly failed: string;
  readonly problem: string | undefined;
  readonly onSubmit: NonNullable<ComponentProps<'form'>['onSubmit']>;
  readonly children: ReactNode;
}

/** The inside of the public card: title, fields, one button. */
export function AuthForm(props: AuthFormProps) {
  usePageTitle(props.submit);

  return (
    <PublicCard busy={props.busy}>
      <div className="grid gap-1">
        <PageTitle>{props.title}</PageTitle>
        <p className="text-ink-2">{props.sub}</p>
      </div>
      <form noValidate onSubmit={props.onSubmit} className="grid gap-5">
        {props.problem && (
          <Notice tone="bad" title={props.failed}>
            {props.problem}
          </Notice>
        )}
        {props.children}
        <Button type="submit" variant="primary" size="wide" off={props.busy}>
          {props.submit}
        </Button>
      </form>
    </PublicCard>
  );
}
