export * from './core/index.ts';
export { runLoad } from './node/run-load.ts';
export type { RunLoad, RunLoadOptions } from './node/run-load-options.ts';
