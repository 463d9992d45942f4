export { finishInteraction } from './finish-interaction.ts';
