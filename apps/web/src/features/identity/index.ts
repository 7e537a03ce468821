export { settingsQuery } from './api/sign-up.queries.ts';
export { ContactDialog } from './components/lazy-contact-dialog.ts';
export { finishWelcome, isWelcomeDue } from './model/welcome.ts';
