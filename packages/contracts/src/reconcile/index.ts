export * from './mapping.ts';
export * from './reconciliation.ts';
export * from './result.ts';
export * from './routes.ts';
