import type { RegisteredMember } from '@hearth/contract';
import { useParams } from 'react-router';

type NamesIn<Path> = Path extends `${string}:${infer Rest}`
  ? Rest extends `${infer Name}/${infer More}`
    ? Name | NamesIn<More>
    : Rest
  : never;

type PathParameter = NamesIn<RegisteredMember<'pages'> | RegisteredMember<'accountPages'>>;

/** The parameter of the screen's path: `tasks/:task` has `task`. */
export function usePathParameter(name: PathParameter): string {
  return useParams()[name] ?? '';
}
