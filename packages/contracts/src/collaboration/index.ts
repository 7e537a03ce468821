export * from './collaboration.ts';
export * from './presence.ts';
export * from './routes.ts';
