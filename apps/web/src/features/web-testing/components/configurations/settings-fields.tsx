import { NumberInput, Select } from '@mantine/core';
import { type EvidenceMode, maxParallel, type RecordingMode } from '@touchstone/contracts/web-testing';
import type { SettingsDraft } from '../../model/run-settings.ts';
import { HealingSelect } from '../results/healing-select.tsx';
import { InfrastructureSelect } from '../results/infrastructure-select.tsx';
import classes from './configurations.module.css';
import { TargetFields } from './target-fields.tsx';

/** Labels of the picture options. */
const evidenceTitles: Record<EvidenceMode, string> = {
  steps: 'As each step says',
  failure: 'Steps that fail',
  always: 'Every step',
};

/** Labels of the recording options. */
const recordingTitles: Record<RecordingMode, string> = {
  none: 'Off',
  failed: 'Scripts that fail',
  always: 'Every script',
};

interface Props {
  draft: SettingsDraft;
  onChange: (draft: SettingsDraft) => void;
}

/** SettingsFields edits where and how scripts run, except for their environment. */
export function SettingsFields({ draft, onChange }: Props) {
  const set = (patch: Partial<SettingsDraft>) => onChange({ ...draft, ...patch });
  return (
    <>
      <TargetFields targets={draft.targets} onChange={(targets) => set({ targets })} />
      <div className={classes.numbers}>
        <NumberInput
          label="Scripts at once"
          min={1}
          max={maxParallel}
          allowDecimal={false}
          value={draft.parallel}
          onChange={(parallel) => set({ parallel })}
        />
        <NumberInput
          label="Retries per step"
          min={0}
          max={5}
          allowDecimal={false}
          value={draft.retries}
          onChange={(retries) => set({ retries })}
        />
        <NumberInput
          label="Step limit (ms)"
          min={100}
          max={120_000}
          step={1000}
          allowDecimal={false}
          value={draft.timeoutMs}
          onChange={(timeoutMs) => set({ timeoutMs })}
        />
      </div>
      <p className="dim" style={{ margin: '-8px 0 0' }}>
        Chained suites run one script at a time. A step that passes at a retry counts as flaky.
      </p>
      <InfrastructureSelect value={draft.infrastructure} onChange={(infrastructure) => set({ infrastructure })} />
      <Select
        label="Pictures of the page"
        allowDeselect={false}
        data={Object.entries(evidenceTitles).map(([value, label]) => ({ value, label }))}
        value={draft.evidence}
        onChange={(value) => value && set({ evidence: value as EvidenceMode })}
      />
      <Select
        label="Film, network log and trace"
        allowDeselect={false}
        data={Object.entries(recordingTitles).map(([value, label]) => ({ value, label }))}
        value={draft.recording}
        onChange={(value) => value && set({ recording: value as RecordingMode })}
      />
      <HealingSelect value={draft.healing} onChange={(healing) => set({ healing })} />
    </>
  );
}
