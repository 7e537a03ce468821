export * from './flow.ts';
export * from './process-flow.ts';
export * from './routes.ts';
