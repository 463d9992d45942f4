/** The project in a sentence; `unnamed` stands for one that has no name. */
export function nameProject(
  {
    subscriptionName,
    productName,
  }: { readonly subscriptionName: string; readonly productName: string },
  unnamed: '一个' | '您的' | '某个',
): string {
  return subscriptionName === ''
    ? `${unnamed} ${productName} 项目`
    : `${productName} 项目“${subscriptionName}”`;
}

interface Projects {
  /** Names; empty for a project that is not named. */
  readonly projects: readonly string[];
  readonly productName: string;
}

/** The projects in a sentence; those without a name are counted. */
export function nameProjects(
  { projects, productName }: Projects,
  unnamed: '您的' | '某个',
): string {
  if (projects.length === 1) {
    return nameProject({ subscriptionName: projects[0] ?? '', productName }, unnamed);
  }
  const named = projects.filter((name) => name !== '').map((name) => `“${name}”`);
  const others = projects.length - named.length;
  if (named.length === 0) {
    return `${others} 个 ${productName} 项目`;
  }
  const more = others === 0 ? '' : `和另外 ${others} 个项目`;
  return `${productName} 项目${named.join('、')}${more}`;
}

/** Whom to ask: the address for questions if there is one. */
export const askFor = ({
  productName,
  support,
}: {
  readonly productName: string;
  readonly support?: string | undefined;
}) => (support ? `写信至 ${support}` : `联系 ${productName} 的运营方`);
