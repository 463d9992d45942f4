import { useLocation, useNavigate } from 'react-router';
import { leavePage } from './leaving/leave-question.ts';

/** React Router's key of the page that the browser itself opened. */
const firstPage = 'default';

/** One page back, or to `otherwise` if there is none before this one. */
export function useGoBack(otherwise: string): () => void {
  const navigate = useNavigate();
  const { key } = useLocation();

  return () => {
    if (key === firstPage) {
      leavePage(() => void navigate(otherwise, { replace: true }));
    } else {
      // Asks about unsaved texts, as the browser's own back button does.
      void navigate(-1);
    }
  };
}
