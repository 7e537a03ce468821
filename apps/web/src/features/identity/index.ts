export { ContactDialog } from './components/lazy-contact-dialog.ts';
export { finishWelcome, isWelcomeDue } from './model/welcome.ts';
