export * from './comparison.ts';
export * from './configuration.ts';
export * from './file.ts';
export * from './flow.ts';
export * from './flow-run-list.ts';
export * from './hook.ts';
export * from './process-flow.ts';
export * from './routes.ts';
