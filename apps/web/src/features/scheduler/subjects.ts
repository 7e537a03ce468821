import type { SubjectParts } from '../../shared/subjects/subject-parts.ts';

/** What can be scheduled from its own place. */
const kinds = ['api-suite', 'workflow', 'web-suite'];

/** What scheduled tests bring to suites and workflows. */
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
