export * from './core/index.ts';
export type { RunLoad, RunLoadOptions } from './node/run-load-options.ts';
