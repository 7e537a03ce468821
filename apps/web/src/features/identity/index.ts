export { signOut } from './model/sign-out.ts';
