/** Screens about a project itself, which the browser fetches as one. */

export { ActivityPage } from './activity-page.tsx';
export { SettingsPage } from './settings-page.tsx';
