import { lazy } from 'react';
import type { SubjectParts } from '../../../shared/subjects/subject-parts.ts';
import { checkDataRows } from '../../api-testing/index.ts';
import { emptyLoadForm, loadOf } from './load-form.ts';
import { dataFileOf, performanceOf, thresholdProblem } from './schedule-options.ts';

// The parts of all features load on every page with a test; the fields only where one is scheduled.
const Fields = lazy(async () => ({
  default: (await import('../components/schedule/schedule-fields.tsx')).PerformanceScheduleFields,
}));

/** What a scheduled performance run needs. */
export const performanceSubjects: SubjectParts = {
  scheduleForms: [
    {
      kind: 'api-performance',
      options: () => ({
        performance: {
          load: loadOf({ ...emptyLoadForm, model: 'constant-vus', duration: '30s' }),
          thresholds: [{ expression: 'failed < 1%' }],
        },
      }),
      problemOf(options) {
        const { load, thresholds = [] } = performanceOf(options);
        const dataFile = dataFileOf(options);
        const rowProblem = dataFile === undefined ? undefined : Object.values(checkDataRows(dataFile))[0];
        return load ? (thresholdProblem(thresholds) ?? rowProblem) : 'Correct the load.';
      },
      Fields,
    },
  ],
};
