export * from './core/index.ts';
export { findInJson, findInXml, type QueryOptions } from './node/query-text.ts';
export { timeLimit } from './node/time-limit.ts';
export { judge } from './node/work/judge.ts';
export type { Judgement } from './node/work/judge-step.ts';
export { sharedWorkPool, type WorkOrder, WorkPool, WorkStopped } from './node/work/work-pool.ts';
export { validateXsd } from './node/xsd/validate-xsd.ts';
