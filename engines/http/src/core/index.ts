export type * from './plan.ts';
export type * from './result.ts';
export type * from './session.ts';
