export { hasPendingInvitation } from './api/collaboration.queries.ts';
export { UpgradeButton } from './components/upgrade-button.tsx';
