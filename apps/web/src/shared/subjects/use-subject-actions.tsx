import { useQuery } from '@tanstack/react-query';
import { type ComponentType, lazy, type ReactNode, Suspense, useMemo, useState } from 'react';
import { useHasPro } from '../access/use-pro.ts';
import { subjectPartsQuery } from './subject-parts.queries.ts';
import type { Subject, SubjectAction, SubjectDialog } from './subject-parts.ts';

const dialogs = new Map<SubjectAction, ComponentType<SubjectDialog>>();

function dialogOf(action: SubjectAction): ComponentType<SubjectDialog> {
  const known = dialogs.get(action) ?? lazy(async () => ({ default: await action.load() }));
  dialogs.set(action, known);
  return known;
}

/** useSubjectActions returns other features' actions for subjects of a kind, and the dialog that is open for one. */
export function useSubjectActions(kind: string): {
  actions: { label: string; start: (subject: Subject) => void }[];
  dialog: ReactNode;
} {
  const hasPro = useHasPro();
  const parts = useQuery(subjectPartsQuery).data;
  const [open, setOpen] = useState<{ action: SubjectAction; subject: Subject } | null>(null);
  const actions = useMemo(
    () =>
      (parts ?? [])
        .flatMap(({ actions: offered = [] }) => offered)
        .filter(({ kinds, needsPro }) => kinds.includes(kind) && (!needsPro || hasPro))
        .map((action) => ({ label: action.label, start: (subject: Subject) => setOpen({ action, subject }) })),
    [kind, hasPro, parts],
  );
  const Dialog = open && dialogOf(open.action);
  return {
    actions,
    dialog: Dialog ? (
      <Suspense>
        <Dialog subject={open.subject} onClose={() => setOpen(null)} />
      </Suspense>
    ) : null,
  };
}
