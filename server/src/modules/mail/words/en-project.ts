/** The project in a sentence; `unnamed` stands for one that has no name. */
export function nameProject(
  {
    subscriptionName,
    productName,
  }: { readonly subscriptionName: string; readonly productName: string },
  unnamed: 'a project' | 'your project' | 'Your project',
): string {
  return `${subscriptionName === '' ? unnamed : `“${subscriptionName}”`} at ${productName}`;
}

interface Projects {
  /** Names; empty for a project that is not named. */
  readonly projects: readonly string[];
  readonly productName: string;
}

/** The projects in a sentence; those without a name are counted. */
export function nameProjects(
  { projects, productName }: Projects,
  unnamed: 'a project' | 'your project',
): string {
  if (projects.length === 1) {
    return nameProject({ subscriptionName: projects[0] ?? '', productName }, unnamed);
  }
  const named = projects.filter((name) => name !== '').map((name) => `“${name}”`);
  const others = projects.length - named.length;
  if (named.length === 0) {
    return `${others} projects at ${productName}`;
  }
  const counted = others === 1 ? '1 other project' : `${others} other projects`;
  const list = others === 0 ? named : [...named, counted];
  return `${list.slice(0, -1).join(', ')} and ${list.at(-1)} at ${productName}`;
}

/** Whom to ask: the address for questions if there is one. */
export const askFor = ({
  productName,
  support,
}: {
  readonly productName: string;
  readonly support?: string | undefined;
}) => (support ? `write to ${support}` : `contact the people who run ${productName}`);
