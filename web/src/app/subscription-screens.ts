/** Screens about a project itself, which the browser fetches as one. */

export { ActivityPage } from '../features/subscription/activity-page.tsx';
export { SettingsScreen } from './settings-screen.tsx';
