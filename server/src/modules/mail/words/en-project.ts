interface Project {
  readonly subscriptionName: string;
  readonly productName: string;
}

/** The project in a sentence; `unnamed` stands for one that has no name. */
export function nameProject(
  { subscriptionName, productName }: Project,
  unnamed: 'a project' | 'your project' | 'Your project',
): string {
  return `${subscriptionName === '' ? unnamed : `“${subscriptionName}”`} at ${productName}`;
}
