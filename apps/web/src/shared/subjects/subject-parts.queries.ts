import { queryOptions } from '@tanstack/react-query';
import { loadSubjectParts } from './subject-parts.ts';

/** The parts of all features for subjects. */
export const subjectPartsQuery = queryOptions({
  queryKey: ['subject-parts'],
  queryFn: loadSubjectParts,
  // They hold components, which are not compared.
  structuralSharing: false,
  staleTime: Number.POSITIVE_INFINITY,
});
