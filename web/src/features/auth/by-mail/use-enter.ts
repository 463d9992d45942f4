import { type ReactNode, useState } from 'react';
import { useNavigate } from 'react-router';
import { useApi } from '../../../shared/api/index.ts';
import { enterByMail } from '../../../shared/by-mail/enter-by-mail.ts';
import { paths } from '../../../shared/paths.ts';
import { useSession } from '../../../shared/session/index.ts';

/** Signs in by a mail, and leaves the page: show `secondFactor` in the place of the form. */
export function useEnter() {
  const api = useApi();
  const { join } = useSession();
  const navigate = useNavigate();
  const [secondFactor, show] = useState<ReactNode>();

  async function enter(proof: Parameters<typeof enterByMail>[1]): Promise<'leaving'> {
    const entered = await enterByMail(api, proof, show);
    // The link is used up, so this page is of no more use to a person who turned back.
    await (entered
      ? join(entered.isNewUser ? 'sign-up' : 'sign-in')
      : navigate(paths.signIn, { replace: true }));
    return 'leaving';
  }

  return { enter, secondFactor };
}
