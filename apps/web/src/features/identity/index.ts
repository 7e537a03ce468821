export { ContactDialog } from './components/lazy-contact-dialog.ts';
export { SessionWatch } from './components/session-watch.tsx';
export { endSessionQuietly, signOut } from './model/sign-out.ts';
export { finishWelcome, isWelcomeDue } from './model/welcome.ts';
export { identityPaths } from './paths.ts';
export { identityTours } from './tours.ts';
