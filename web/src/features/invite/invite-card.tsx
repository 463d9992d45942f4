import type { ReactNode } from 'react';
import { AuthCard } from '../../shared/auth-form/auth-card.tsx';
import { FailedStep } from './failed-step.tsx';
import type { ScreenProps } from './screen-props.ts';
import { useInviteText } from './use-invite-text.ts';

interface InviteCardProps extends Pick<ScreenProps, 'state' | 'steps'> {
  readonly children: ReactNode;
}

/** The public card with the words of a state, and what went wrong with the step before. */
export function InviteCard({ state, steps, children }: InviteCardProps) {
  const { title, text } = useInviteText(state);
  return (
    <AuthCard title={title} sub={text} pageTitle={title} busy={steps.busy}>
      <FailedStep steps={steps} />
      {children}
    </AuthCard>
  );
}
