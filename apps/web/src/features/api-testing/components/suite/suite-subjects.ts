import { lazy } from 'react';
import type { SubjectParts } from '../../../../shared/subjects/subject-parts.ts';
import { checkDataRows } from '../../model/data-rows.ts';
import type { SuiteOptions } from './schedule-fields.tsx';

// The parts of all features load on every page with a test; the fields only where one is scheduled.
const Fields = lazy(async () => ({
  default: (await import('./schedule-fields.tsx')).SuiteScheduleFields,
}));

/** What a scheduled suite needs. */
export const suiteSubjects: SubjectParts = {
  scheduleForms: [
    {
      kind: 'api-suite',
      Fields,
      problemOf(options) {
        const { dataFile } = options as SuiteOptions;
        return dataFile === undefined ? undefined : Object.values(checkDataRows(dataFile))[0];
      },
    },
  ],
};
