import { Button, Checkbox, Modal } from '@mantine/core';
import type { Monitor, MonitoringProject } from '@touchstone/contracts/api-monitoring';
import { type FormEvent, type ReactNode, useRef, useState } from 'react';
import { toast } from '../../../../shared/toasts.ts';
import { canTry } from '../../model/definition-draft.ts';
import { kindLooks } from '../../model/kinds.ts';
import type { MonitorDraft } from '../../model/monitor-draft.ts';
import { AlertFields, useAlertChoice } from './alert-fields.tsx';
import { BasicsFields } from './basics-fields.tsx';
import { CheckAnswer } from './check-answer.tsx';
import { DefinitionFields } from './definition-fields.tsx';
import classes from './editor.module.css';
import { HeartbeatAddress } from './heartbeat-address.tsx';
import { KindPicker } from './kind-picker.tsx';
import { PlaceFields, RulesFields } from './rules-fields.tsx';
import { ScheduleFields } from './schedule-fields.tsx';
import { useMonitorForm } from './use-monitor-form.ts';

interface Props {
  project: Pick<MonitoringProject, 'projectId'>;
  /** Initial collection of a new monitored API. */
  collectionId?: string | undefined;
  /** The monitored API to edit; absent to create one. */
  monitor?: Monitor | undefined;
  /** Initial values of a new one, such as its test. */
  initial?: Partial<MonitorDraft> | undefined;
  /** Name of the initial test. */
  testName?: string | undefined;
  /** Fields above the monitored API's own. */
  above?: ReactNode;
  onSaved?: ((monitor: Monitor) => void) | undefined;
  onClose: () => void;
}

/** MonitorEditor creates or edits a monitored API, with a trial check before saving. */
export function MonitorEditor(props: Props) {
  const { project, collectionId, monitor, initial, onClose } = props;
  const form = useMonitorForm({ projectId: project.projectId, collectionId, monitor, initial });
  const [address, setAddress] = useState<string | null>(null);
  const kind = form.draft?.definition.kind;
  const label = kind ? kindLooks[kind].label : '';
  return (
    <Modal
      opened
      onClose={onClose}
      // A click outside a form that took a while to fill must not discard it.
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': 'Close' }}
      title={
        address
          ? 'Heartbeat address'
          : monitor
            ? `Edit ${monitor.name}`
            : kind
              ? `Create monitored API: ${label}`
              : 'Create monitored API'
      }
      size={kind === 'http' || kind === 'soap' ? 860 : 720}
      yOffset="4vh"
    >
      {address ? (
        <div className="form">
          <HeartbeatAddress url={address} />
          <div className={classes.foot}>
            <Button onClick={onClose}>Done</Button>
          </div>
        </div>
      ) : form.draft ? (
        <EditorForm {...props} form={form} draft={form.draft} onAddress={setAddress} />
      ) : (
        <KindPicker onPick={form.chooseKind} />
      )}
    </Modal>
  );
}

interface FormProps extends Props {
  form: ReturnType<typeof useMonitorForm>;
  draft: MonitorDraft;
  onAddress: (url: string) => void;
}

function EditorForm({ form, draft, ...props }: FormProps) {
  const { project, monitor, initial, above, onAddress, onSaved, onClose } = props;
  const { projectId } = project;
  const box = useRef<HTMLFormElement>(null);
  const alerts = useAlertChoice(projectId, monitor?.monitorId);
  const [test, setTest] = useState(props.testName ?? monitor?.test?.title);
  const focusProblem = () =>
    requestAnimationFrame(() =>
      box.current?.querySelector<HTMLElement>('[aria-invalid="true"], [role="alert"]')?.focus(),
    );
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const saved = await form.save();
    if (!saved) return void focusProblem();
    await alerts.save(saved.monitorId);
    toast('success', `${saved.name} is saved.`);
    onSaved?.(saved);
    if (saved.heartbeatUrl) onAddress(saved.heartbeatUrl);
    else onClose();
  };
  const part = { draft, problems: form.problems, onChange: form.change };
  const canGoBack = !monitor && !initial;
  return (
    <form ref={box} className={`form ${classes.form}`} noValidate onSubmit={(event) => void submit(event)}>
      {above}
      <BasicsFields {...part} projectId={projectId} />
      <DefinitionFields
        {...part}
        projectId={projectId}
        test={test}
        onTest={({ label }) => {
          setTest(label);
          if (draft.name === '' || draft.name === test) form.change({ name: label.slice(0, 60) });
        }}
        onChange={(definition) => form.change({ definition })}
      />
      <ScheduleFields {...part} projectId={projectId} />
      <RulesFields {...part} />
      <PlaceFields {...part} projectId={projectId} />
      <AlertFields alerted={{ ...draft, monitorId: monitor?.monitorId }} choice={alerts} />
      {monitor ? null : (
        <Checkbox
          label="Start checks when saved"
          checked={draft.isStarted}
          onChange={(event) => form.change({ isStarted: event.currentTarget.checked })}
        />
      )}
      {form.outcome ? <CheckAnswer outcome={form.outcome} /> : null}
      <div className={classes.foot}>
        {form.refusal ? (
          <p className={classes.problem} role="alert" tabIndex={-1}>
            {form.refusal}
          </p>
        ) : null}
        {canGoBack ? (
          <Button variant="subtle" color="gray" mr="auto" onClick={form.forgetKind}>
            Back to kinds
          </Button>
        ) : null}
        {canTry(draft.definition.kind) ? (
          <Button variant="default" loading={form.isTrying} onClick={() => void form.tryNow().then(focusProblem)}>
            Check now
          </Button>
        ) : null}
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" loading={form.isSaving}>
          {monitor ? 'Save monitored API' : 'Create monitored API'}
        </Button>
      </div>
    </form>
  );
}
