import { type RequestOf, signInWithEmailLink } from '@hearth/contract';
import { type ReactNode, useState } from 'react';
import { useNavigate } from 'react-router';
import { useApi } from '../../../shared/api/index.ts';
import { paths } from '../../../shared/paths.ts';
import { askForCode } from '../../../shared/second-factor/use-sign-in.ts';
import { useSession } from '../../../shared/session/index.ts';

type Proof = Pick<RequestOf<typeof signInWithEmailLink>, 'email' | 'oobCode' | 'code'>;

const options = { withoutSession: true, renewsSession: true };

/** Signs in with a link or code of a mail, then a second factor if the account has one: show `secondFactor` in the place of the form. */
export function useEnterByMail() {
  const api = useApi();
  const { join } = useSession();
  const navigate = useNavigate();
  const [secondFactor, show] = useState<ReactNode>();

  async function enter(proof: Proof): Promise<'leaving'> {
    const answer = await api.call(signInWithEmailLink, proof, options);
    if ('mfaPendingCredential' in answer) {
      const ask = askForCode(show);
      const isIn = await ask(answer, (entry, shown) => api.call(entry, shown, options)).finally(
        () => show(undefined),
      );
      if (!isIn) {
        // The link is used up, so this page is of no more use to a person who turns back.
        await navigate(paths.signIn, { replace: true, state: { email: answer.email } });
        return 'leaving';
      }
    }
    await join(answer.isNewUser ? 'sign-up' : 'sign-in');
    return 'leaving';
  }

  return { enter, secondFactor };
}
