import { type AppContract, builtInLanguages, pagePaths, wire } from '@hearth/contract';
import { sourceFaults } from './content-sources.ts';
import type { AppServer } from './define-server.ts';

/** Names and addresses that are Hearth's, or used twice; one sentence each. The compiler finds most of them before. */
export function appFaults({ contract, operations, jobs, mails, csp }: AppServer): string[] {
  const { calls } = contract;
  const own = new Set(Object.values(wire).flatMap((dialect) => Object.keys(dialect)));
  const addresses = Object.values(calls).map(({ method, path }) => `${method} ${path}`);
  return [
    ...Object.keys(calls)
      .filter((name) => own.has(name))
      .map((name) => `app: the call \`${name}\` has a name that Hearth has.`),
    ...Object.keys(calls)
      .filter((name) => operations[name]?.entry !== calls[name])
      .map((name) => `app: the call \`${name}\` has no operation, or that of another call.`),
    ...Object.keys(calls)
      .filter((name) => calls[name]?.readOnly && operations[name]?.kind !== 'read')
      .map(
        (name) =>
          `app: the call \`${name}\` is marked \`readOnly\`, and its operation is no \`read\`.`,
      ),
    ...Object.entries(calls)
      .filter(([, { path }]) => !path.startsWith('/api/'))
      .map(([name, { path }]) => `app: the path of \`${name}\`, ${path}, has to begin with /api/.`),
    ...addresses
      .filter((address, place) => addresses.indexOf(address) !== place)
      .map((address) => `app: two calls have the address ${address}.`),
    ...Object.keys(jobs)
      .filter((name) => !name.startsWith('app/'))
      .map((name) => `app: the name of the job \`${name}\` has to begin with app/.`),
    ...mailFaults(mails),
    ...pageFaults(contract),
    ...sourceFaults(csp),
  ];
}

function mailFaults(mails: AppServer['mails']): string[] {
  const names = new Set(builtInLanguages.flatMap((language) => Object.keys(mails[language])));
  return [...names].flatMap((name) =>
    builtInLanguages
      .filter((language) => !(name in mails[language]))
      .map((language) => `app: the mail \`${name}\` has no words in \`${language}\`.`),
  );
}

/** Screens below a subscription whose address Hearth has. */
const ownPages = Object.values(pagePaths).flatMap((path) => {
  const [, below] = path.split(`${pagePaths.subscription}/`);
  return below ? [below.split('/')[0]] : [];
});

function pageFaults({ pages = [], accountPages = [] }: AppContract): string[] {
  const isAddress = (page: string) => /^[\w:][\w:/-]*$/.test(page);
  const isTaken = (page: string) => ownPages.includes(page.split('/')[0] ?? '');
  return [
    ...pages.filter((page) => isTaken(page) || !isAddress(page)),
    ...accountPages.filter((page) => !isAddress(page)),
  ].map((page) => `app: a screen cannot have the address \`${page}\`.`);
}
