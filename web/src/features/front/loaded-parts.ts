export { Comparison } from './comparison.tsx';
export { Showcase } from './showcase.tsx';
