export * from './folder.ts';
export * from './routes.ts';
