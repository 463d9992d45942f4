import react from '@vitejs/plugin-react';
import { defaultServerConditions } from 'vite';
import { defineProject } from 'vitest/config';

/**
 * The pages that the server draws, without a window and in a worker of their own: drawing in React's
 * server half leaves its contexts set, and screens tested after it would stand inside its router.
 */
export default defineProject({
  root: import.meta.dirname,
  plugins: [react()],
  resolve: { conditions: ['hearth-source', ...defaultServerConditions] },
  ssr: { resolve: { conditions: ['hearth-source', ...defaultServerConditions] } },
  test: { name: 'front', environment: 'node', include: ['src/front-server.test.tsx'] },
});
