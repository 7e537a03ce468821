import { Modal } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ComponentType, lazy, Suspense } from 'react';
import { subjectPartsQuery } from '../../../../shared/subjects/subject-parts.queries.ts';
import type { Subject, TriggerSource } from '../../../../shared/subjects/subject-parts.ts';
import { HooksSection } from './hooks-section.tsx';
import classes from './triggers.module.css';

const sections = new Map<TriggerSource, ComponentType<{ subject: Subject }>>();

function sectionOf(source: TriggerSource): ComponentType<{ subject: Subject }> {
  const known = sections.get(source) ?? lazy(async () => ({ default: await source.load() }));
  sections.set(source, known);
  return known;
}

interface Props {
  subject: Subject;
  /** Path of a run of the workflow. */
  runPath: (runId: string) => string;
  onClose: () => void;
}

/** TriggersDialog shows and edits what starts a workflow automatically. */
export function TriggersDialog({ subject, runPath, onClose }: Props) {
  const { id, projectId, canWrite, kind } = subject;
  const parts = useQuery(subjectPartsQuery).data ?? [];
  const sources = parts.flatMap(({ triggers = [] }) => triggers).filter(({ kinds }) => kinds.includes(kind));
  return (
    <Modal opened onClose={onClose} title={`Triggers of ${subject.name}`} size={720} yOffset="8vh">
      <div className={classes.sections}>
        <Suspense>
          {sources.map((source) => {
            const Section = sectionOf(source);
            return <Section key={source.kinds.join()} subject={subject} />;
          })}
        </Suspense>
        <HooksSection projectId={projectId} flowId={id} canWrite={canWrite} runPath={runPath} />
      </div>
    </Modal>
  );
}
