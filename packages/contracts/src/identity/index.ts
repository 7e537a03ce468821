export * from '../people.ts';
export * from './countries.ts';
export * from './outbox.ts';
export * from './routes.ts';
export * from './sessions.ts';
export * from './sign-in.ts';
export * from './sign-up.ts';
export * from './two-factor.ts';
