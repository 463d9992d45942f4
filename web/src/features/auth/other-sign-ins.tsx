import { type ComponentProps, lazy, Suspense } from 'react';
import { useConfig } from '../../shared/config/index.ts';
import { usePasskeysOffered } from '../../shared/passkey/use-passkeys-offered.ts';

const loadSocialSignIn = () => import('./social-sign-in.tsx');
const SocialSignIn = lazy(async () => ({ default: (await loadSocialSignIn()).SocialSignIn }));

type Props = Omit<ComponentProps<typeof SocialSignIn>, 'hasPasskeys'>;

/** Passkeys if an account can be proven, and providers; the room is kept while the buttons load. */
export function OtherSignIns(props: Props) {
  const { socialProviders } = useConfig();
  const hasPasskeys = usePasskeysOffered() && props.afterSignIn !== undefined;
  const length = socialProviders.length + Number(hasPasskeys);
  // A line of 20 px, then a button of 42 px each, 12 px apart.
  const room = <div style={{ height: 20 + length * 54 }} />;
  return (
    length > 0 && (
      <Suspense fallback={room}>
        <SocialSignIn {...props} hasPasskeys={hasPasskeys} />
      </Suspense>
    )
  );
}
