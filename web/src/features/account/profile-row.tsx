import type { ReactNode } from 'react';
import { ButtonLink } from '../../shared/ui/button-link.tsx';
import { Fact } from '../../shared/ui/facts.tsx';

interface ProfileRowProps {
  readonly name: string;
  /** Address at which it is changed, and the text of the link there. */
  readonly to: string;
  readonly link: string;
  readonly children: ReactNode;
}

/** One fact of the account, with a link to the page that changes it. */
export function ProfileRow({ name, to, link, children }: ProfileRowProps) {
  return (
    <Fact name={name}>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <span className="min-w-0">{children}</span>
        <ButtonLink variant="quiet" size="small" to={to} className="-my-2 -mr-2.5 ml-auto">
          {link}
        </ButtonLink>
      </div>
    </Fact>
  );
}
