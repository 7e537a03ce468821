import type { SubjectParts } from '../../shared/subjects/subject-parts.ts';

/** API monitoring's contributions to scripts, suites and workflows. */
export const apiMonitoringSubjects: SubjectParts = {
  actions: [
    {
      label: 'Monitor this…',
      kinds: ['api-script', 'api-suite', 'workflow'],
      load: async () => (await import('./components/editor/subject-editor.tsx')).SubjectEditor,
    },
  ],
};
