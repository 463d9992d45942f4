const slow: readonly [string, RegExp][] = [
  ['create index', /^create (unique )?index (?!concurrently)/],
  ['update', /^(update|delete from|insert into .* select)\b/],
  [
    'add constraint',
    /\badd (constraint \S+ )?(check|foreign key|unique|primary key)\b(?!.*not valid)/,
  ],
  ['set not null', /\balter column \S+ set not null/],
  ['type', /\balter column \S+ (set data )?type\b/],
  ['default', /\badd column .*default (now|clock_timestamp|random|gen_random_uuid|nextval)\(/],
];

const tableOf =
  /^(?:create (?:unique )?index (?:\S+ )?on|update|delete from|insert into|alter table)(?: only)? (\w+)/;

/**
 * Statements of a migration whose time grows with the rows of a table that was there before. A comment
 * above one, beginning with "Rows are few", says why it may.
 */
export function findSlowStatements(file: string, text: string): string[] {
  const statements = text.split(/;\s*(?:\n|$|(?=create|alter|update|delete|insert))/i);
  const made = new Set(
    [...text.matchAll(/create table (?:if not exists )?(\w+)/gi)].map(([, name]) => name),
  );
  return statements.flatMap((statement) => {
    const isExplained = /--\s*Rows are few/i.test(statement);
    const words = statement.replace(/--.*$/gm, '').replace(/\s+/g, ' ').trim().toLowerCase();
    const isNew = made.has(tableOf.exec(words)?.[1]);
    const found = isExplained || isNew ? [] : slow.filter(([, pattern]) => pattern.test(words));
    return found.map(([word]) => `${file}: ${word}: ${words}`);
  });
}
