import { lazy } from 'react';
import type { SubjectParts } from '../../../shared/subjects/subject-parts.ts';
import type { SuiteOptions } from '../components/suite/schedule-fields.tsx';
import { checkDataRows } from './data-rows.ts';

// The parts of all features are read on every page with a test; the fields only where one is scheduled.
const Fields = lazy(async () => ({
  default: (await import('../components/suite/schedule-fields.tsx')).SuiteScheduleFields,
}));

/** What suites that are scheduled ask. */
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
