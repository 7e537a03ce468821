import { queryOptions } from '@tanstack/react-query';
import { loadSubjectParts } from './subject-parts.ts';

/** All features' parts for subjects. */
export const subjectPartsQuery = queryOptions({
  queryKey: ['subject-parts'],
  queryFn: loadSubjectParts,
  // They contain components, which can't be compared.
  structuralSharing: false,
  staleTime: Number.POSITIVE_INFINITY,
});
