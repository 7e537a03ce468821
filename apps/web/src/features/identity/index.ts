export { signOut } from './model/sign-out.ts';
export { identityPaths } from './paths.ts';
export { identityRoutes } from './routes.tsx';
