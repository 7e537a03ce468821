export * from './core/index.ts';
export * from './node/index.ts';
