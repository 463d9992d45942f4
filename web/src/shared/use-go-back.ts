import { useLocation, useNavigate } from 'react-router';

/** React Router's key of the page that the browser itself opened. */
const firstPage = 'default';

/** One page back, or to `otherwise` where there is none before this one. */
export function useGoBack(otherwise: string): () => void {
  const navigate = useNavigate();
  const { key } = useLocation();

  return () => {
    void (key === firstPage ? navigate(otherwise, { replace: true }) : navigate(-1));
  };
}
