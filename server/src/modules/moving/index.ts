export { type ImportCounts, ImportRunning, importPeople } from './import-people.ts';
export {
  type FirebaseHashConfig,
  readFirebaseHashConfig,
} from './sources/firebase-hash-config.ts';
export type { SourceAccount, SourceRecord } from './sources/source-account.ts';
export { type Source, sources } from './sources/sources.ts';
