import { type ComponentProps, lazy, Suspense } from 'react';
import { useConfig } from '../../shared/config/index.ts';

const loadSocialSignIn = () => import('./social-sign-in.tsx');
const SocialSignIn = lazy(async () => ({ default: (await loadSocialSignIn()).SocialSignIn }));

/** Empty if no provider is offered; the room is kept while the buttons load. */
export function OtherSignIns(props: ComponentProps<typeof SocialSignIn>) {
  const { length } = useConfig().socialProviders;
  // A line of 20 px, then a button of 42 px each, 12 px apart.
  const room = <div style={{ height: 20 + length * 54 }} />;
  return (
    length > 0 && (
      <Suspense fallback={room}>
        <SocialSignIn {...props} />
      </Suspense>
    )
  );
}
