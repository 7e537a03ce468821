export * from './comparison.ts';
export * from './report-block.ts';
export * from './report-mail.ts';
export * from './routes.ts';
export * from './run.ts';
export * from './run-number.ts';
export * from './run-origin.ts';
export * from './run-state.ts';
