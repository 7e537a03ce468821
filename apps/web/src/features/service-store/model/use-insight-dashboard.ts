import { useQuery } from '@tanstack/react-query';
import { outsideLinksQuery } from '../api/service-store.queries.ts';

/** useInsightDashboard address of the external insights dashboard; null if none is configured, once that is known. */
export function useInsightDashboard(enabled: boolean): { url: string | null; isKnown: boolean } {
  const { data } = useQuery({ ...outsideLinksQuery, enabled });
  return { url: data?.insightDashboard ?? null, isKnown: data !== undefined };
}
