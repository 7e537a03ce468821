export { MailPreferencesPanel } from './components/mail-preferences-panel.tsx';
export { trackClone } from './model/track-clone.ts';
