import { prepare } from './prepare.mjs';

await prepare();
await import('../server/dist/migrate.js');
