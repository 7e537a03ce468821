import { Button, Modal } from '@mantine/core';
import type { SchedulerJob } from '@touchstone/contracts/scheduler';
import { type FormEvent, useRef } from 'react';
import { useSession } from '../../../shared/session/browser-session.ts';
import { DuePreview } from './due-preview.tsx';
import { ResultFields } from './result-fields.tsx';
import classes from './scheduler.module.css';
import { TargetFields } from './target-fields.tsx';
import { useJobForm } from './use-job-form.ts';
import { WhenFields } from './when-fields.tsx';

interface Props {
  projectId: string;
  /** The job to edit; absent to schedule a test. */
  job?: SchedulerJob | undefined;
  /** The test, if selected beforehand. */
  target?: { kind: string; id: string; name: string };
  onSaved?: (job: SchedulerJob) => void;
  onClose: () => void;
}

/** ScheduleDialog schedules a test or edits a schedule, and shows when it will be due. */
export function ScheduleDialog({ projectId, job, target, onSaved, onClose }: Props) {
  const form = useJobForm({ projectId, job, target });
  const { draft, change, problems, refusal } = form;
  const ownEmail = useSession().account?.email;
  const box = useRef<HTMLFormElement>(null);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const saved = await form.save();
    if (!saved) {
      requestAnimationFrame(() =>
        box.current?.querySelector<HTMLElement>('[aria-invalid="true"], [role="alert"]')?.focus(),
      );
      return;
    }
    onSaved?.(saved);
    onClose();
  };
  return (
    <Modal
      opened
      onClose={onClose}
      title={job ? `Edit ${job.title}` : target ? `Schedule ${target.name}` : 'Schedule a test'}
      size={640}
      yOffset="6vh"
    >
      <form ref={box} className={`form ${classes.form}`} noValidate onSubmit={(event) => void submit(event)}>
        <TargetFields
          projectId={projectId}
          draft={draft}
          problems={problems}
          isFixed={target !== undefined}
          onChange={change}
        />
        <WhenFields draft={draft} problems={problems} onChange={change} />
        <DuePreview {...form.preview} />
        <ResultFields draft={draft} problems={problems} ownEmail={ownEmail} onChange={change} />
        <div className={classes.foot}>
          {refusal ? (
            <p className={classes.problem} role="alert" tabIndex={-1}>
              {refusal}
            </p>
          ) : null}
          <Button variant="default" ml="auto" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={form.isSaving}>
            {job ? 'Save schedule' : 'Schedule test'}
          </Button>
        </div>
      </form>
    </Modal>
  );
}
