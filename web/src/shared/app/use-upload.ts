import { type Document, member } from '@hearth/contract';
import { useApi } from '../api/index.ts';

/** Parsers of what comes and goes belong to the route. */
const unparsed = {} as Document['input'];

/** Sends a file to a route of the product; answers its JSON, and fails as a call does. */
export function useUpload(): (path: `/api/${string}`, file: Blob) => Promise<unknown> {
  const api = useApi();
  return (path, file) =>
    api.call(
      {
        dialect: 'document',
        method: 'POST',
        path,
        access: member,
        input: unparsed,
        output: unparsed,
        refusals: [],
      },
      file,
    );
}
