import { Modal } from '@mantine/core';
import { type ComponentType, lazy, Suspense } from 'react';
import { type Subject, type TriggerSource, triggersOf } from '../../../../shared/subjects/subject-parts.ts';
import classes from './triggers.module.css';

const sections = new Map<TriggerSource, ComponentType<{ subject: Subject }>>();

function sectionOf(source: TriggerSource): ComponentType<{ subject: Subject }> {
  const known = sections.get(source) ?? lazy(async () => ({ default: await source.load() }));
  sections.set(source, known);
  return known;
}

/** TriggersDialog shows what starts a workflow besides a person, and changes it. */
export function TriggersDialog({ subject, onClose }: { subject: Subject; onClose: () => void }) {
  return (
    <Modal opened onClose={onClose} title={`Triggers of ${subject.name}`} size={720} yOffset="8vh">
      <div className={classes.sections}>
        <Suspense>
          {triggersOf(subject.kind).map((source) => {
            const Section = sectionOf(source);
            return <Section key={source.kinds.join()} subject={subject} />;
          })}
        </Suspense>
      </div>
    </Modal>
  );
}
