import type { SubjectParts } from '../../shared/subjects/subject-parts.ts';

/** Kinds that can be scheduled from their own page. */
const kinds = ['api-suite', 'workflow', 'web-suite'];

/** The scheduler's contributions to suites and workflows. */
export const schedulerSubjects: SubjectParts = {
  actions: [
    {
      label: 'Schedule…',
      kinds,
      needsPro: true,
      load: async () => (await import('./components/subject-dialog.tsx')).SubjectScheduleDialog,
    },
  ],
  triggers: [{ kinds, load: async () => (await import('./components/subject-schedules.tsx')).SubjectSchedules }],
};
