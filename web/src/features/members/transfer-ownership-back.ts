import { useLocation, useNavigate } from 'react-router';
import { useCurrentSubscription } from '../../shared/current-subscription/index.ts';
import { paths } from '../../shared/paths.ts';

/** React Router's key of the page that the browser itself opened. */
const firstPage = 'default';

/** One page back; to the settings where there is none before this one. */
export function useGoBack(): () => void {
  const navigate = useNavigate();
  const { key } = useLocation();
  const { subscription } = useCurrentSubscription();

  return () => {
    void (key === firstPage
      ? navigate(paths.subscriptionSettings(subscription.id), { replace: true })
      : navigate(-1));
  };
}
