export { FindPage } from './find-page.tsx';
export { PersonPage } from './person-page.tsx';
export { ProjectPage } from './project-page.tsx';
