export * from './flag.ts';
export * from './page-flags.ts';
export * from './routes.ts';
