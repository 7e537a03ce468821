import type { SubjectDialog } from '../../../shared/subjects/subject-parts.ts';
import { toast } from '../../../shared/toasts.ts';
import { dueText } from '../model/due-text.ts';
import { ScheduleDialog } from './schedule-dialog.tsx';

/** SubjectScheduleDialog schedules a test from its own page. */
export function SubjectScheduleDialog({ subject, onClose }: SubjectDialog) {
  return (
    <ScheduleDialog
      projectId={subject.projectId}
      target={subject}
      onSaved={({ title, nextDueAt, timezone }) =>
        toast(
          'success',
          nextDueAt
            ? `Next due: ${dueText(nextDueAt, timezone)}, ${timezone}`
            : 'It is in the list of scheduled tests.',
          `${title} is scheduled`,
        )
      }
      onClose={onClose}
    />
  );
}
