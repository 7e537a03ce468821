export { CloneNotices } from './components/clone-notices.tsx';
export { MailPreferencesPanel } from './components/mail-preferences-panel.tsx';
export { NotificationBell } from './components/notification-bell.tsx';
export { trackClone } from './model/track-clone.ts';
