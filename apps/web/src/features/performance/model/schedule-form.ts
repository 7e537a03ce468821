import type { SubjectParts } from '../../../shared/subjects/subject-parts.ts';
import { PerformanceScheduleFields } from '../components/schedule-fields.tsx';
import { emptyLoadForm, loadOf } from './load-form.ts';
import { performanceOf, thresholdProblem } from './schedule-options.ts';

/** What performance runs that are scheduled ask. */
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
        return load ? thresholdProblem(thresholds) : 'Correct the load.';
      },
      Fields: PerformanceScheduleFields,
    },
  ],
};
