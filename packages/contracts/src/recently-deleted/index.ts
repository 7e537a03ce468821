export * from './deleted.ts';
export * from './routes.ts';
