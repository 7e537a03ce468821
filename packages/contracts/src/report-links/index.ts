export * from './report-link.ts';
export * from './routes.ts';
