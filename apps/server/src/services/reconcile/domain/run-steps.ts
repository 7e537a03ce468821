/** Steps of a run of a reconciliation, in order. */
export const stepKinds = ['request', 'query', 'compare'] as const;
/** A step of a run of a reconciliation. */
export type StepKind = (typeof stepKinds)[number];

/** What lists show before the title of a step. */
export const stepLabels: Record<StepKind, string> = { request: 'HTTP', query: 'QUERY', compare: 'COMPARE' };
