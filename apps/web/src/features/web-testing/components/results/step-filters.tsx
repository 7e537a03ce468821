import { SegmentedControl, Select } from '@mantine/core';
import { type PlannedTarget, runTargetTitle } from '@touchstone/contracts/web-testing';
import { formatCount } from '../../../../shared/format.ts';
import classes from './results.module.css';

/** Filter for the steps of a report. */
export interface ShownSteps {
  show: '' | 'failed';
  /** Index of a target; empty for all. */
  target: string;
}

interface Props {
  targets: readonly PlannedTarget[];
  /** Number of steps of the selected target. */
  all: number;
  failed: number;
  value: ShownSteps;
  onChange: (patch: Partial<ShownSteps>) => void;
}

/** StepFilters filters steps by target, and to failed ones. Hidden if there is nothing to choose. */
export function StepFilters({ targets, all, failed, value, onChange }: Props) {
  const hasTargets = targets.length > 1;
  const hasFailed = failed > 0 || value.show === 'failed';
  if (!hasTargets && !hasFailed) return null;
  return (
    <div className={classes.filter}>
      {hasTargets ? (
        <Select
          aria-label="Target"
          placeholder="All targets"
          clearable
          data={targets.map((target, index) => ({ value: String(index), label: runTargetTitle(target) }))}
          value={value.target || null}
          onChange={(target) => onChange({ target: target ?? '' })}
        />
      ) : null}
      {hasFailed ? (
        <SegmentedControl
          aria-label="Steps shown"
          value={value.show}
          data={[
            { value: '', label: `All ${formatCount(all)}` },
            { value: 'failed', label: `Failed ${formatCount(failed)}` },
          ]}
          onChange={(show) => onChange({ show: show as ShownSteps['show'] })}
        />
      ) : null}
    </div>
  );
}
