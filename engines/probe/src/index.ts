export * from './core/index.ts';
export { type ProbeOptions, probe } from './node/probe.ts';
