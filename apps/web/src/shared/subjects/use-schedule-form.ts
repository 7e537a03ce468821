import { useQuery } from '@tanstack/react-query';
import { subjectPartsQuery } from './subject-parts.queries.ts';
import type { ScheduleForm } from './subject-parts.ts';

/** useScheduleForm returns the schedule form of a kind of test; undefined if it has none. */
export const useScheduleForm = (kind: string): ScheduleForm | undefined =>
  useQuery(subjectPartsQuery)
    .data?.flatMap(({ scheduleForms = [] }) => scheduleForms)
    .find((form) => form.kind === kind);
