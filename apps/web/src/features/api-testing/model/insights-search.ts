import { insightRankings } from '@touchstone/contracts/api-testing';
import { z } from 'zod';
import { type PeriodSearch, periodSearchSchema, rangeOf } from '../../../shared/period.ts';
import type { SearchSchema } from '../../../shared/use-search-state.ts';
import type { InsightScope } from '../api/insights.queries.ts';

const page = z.coerce.number().int().min(1).catch(1).default(1);
const ranking = z.enum(insightRankings).catch('failing').default('failing');
const listSearchSchema = z.object({
  suite: z.uuid().or(z.literal('')).catch('').default(''),
  /** A value of `environmentChoice`; empty for any. */
  environment: z.string().max(260).catch('').default(''),
  endpoints: z.enum(insightRankings).catch('slowest').default('slowest'),
  endpointPage: page,
  scripts: ranking,
  scriptPage: page,
  suites: ranking,
  suitePage: page,
  runPage: page,
});
export type InsightsSearch = PeriodSearch & z.infer<typeof listSearchSchema>;

/** State of the insights page in the address; pages are 1-based. */
export const insightsSearchSchema: SearchSchema<InsightsSearch> = {
  shape: { ...periodSearchSchema.shape, ...listSearchSchema.shape },
  parse: (raw) => ({ ...periodSearchSchema.parse(raw), ...listSearchSchema.parse(raw) }),
};

/** firstPages resets the pages; part of every change of the scope. */
export const firstPages = { endpointPage: 1, scriptPage: 1, suitePage: 1, runPage: 1 } as const;

const noEnvironment = 'none';
const named = 'is:';
/** environmentChoice returns an environment in the address: a name may be any text, and a run may have none. */
export const environmentChoice = (name: string | null): string => (name === null ? noEnvironment : named + name);

/** scopeOf returns the scope to query the server for. */
export function scopeOf(projectId: string, search: InsightsSearch): InsightScope {
  const { suite, environment } = search;
  return {
    projectId,
    ...rangeOf(search),
    ...(suite && { suiteId: suite }),
    ...(environment === noEnvironment && { withoutEnvironment: 'true' as const }),
    ...(environment.startsWith(named) && { environmentName: environment.slice(named.length) }),
  };
}
