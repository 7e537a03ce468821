/** The kinds of a performance run, which leads, and of the runs in which other runners take a share of it. */
export const performanceKind = 'api-performance';
export const shardKind = 'api-performance-shard';
