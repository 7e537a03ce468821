import { ActionIcon, Button, NumberInput, Select, TextInput } from '@mantine/core';
import { Plus, X } from 'lucide-react';
import { hasField, hasStages, type LoadForm, type LoadModel, loadModels, type Problems } from '../model/load-form.ts';
import classes from './performance.module.css';

interface Props {
  form: LoadForm;
  /** Only of fields that were left, or all of them once a start was attempted. */
  problems: Problems;
  onChange: (patch: Partial<LoadForm>) => void;
}

const numberFields = [
  { field: 'startLoad', label: 'Start load' },
  { field: 'endLoad', label: 'End load' },
  { field: 'stepSize', label: 'Step' },
  { field: 'vus', label: 'Virtual users' },
  { field: 'iterations', label: 'Iterations' },
  { field: 'rate', label: 'Iterations per second' },
  { field: 'preAllocatedVus', label: 'Pre-allocated users' },
  { field: 'maxVus', label: 'Maximum users' },
] as const;

const labelOf = (model: LoadModel, field: string, label: string): string => {
  if (model === 'ramping-vus' && field === 'vus') return 'Starting users';
  return model === 'ramping-arrival-rate' && field === 'rate' ? 'Starting rate per second' : label;
};

/** LoadFields edits the workload: the model, its numbers and its time. */
export function LoadFields({ form, problems, onChange }: Props) {
  const isBounded = form.model === 'shared-iterations' || form.model === 'per-vu-iterations';
  return (
    <div className={classes.fields}>
      <Select
        className={classes.wide}
        label="Workload"
        allowDeselect={false}
        data={loadModels.map(({ value, label }) => ({ value, label }))}
        value={form.model}
        onChange={(model) => onChange({ model: (model ?? 'steps') as LoadModel })}
      />
      {numberFields
        .filter(({ field }) => hasField(form.model, field))
        .map(({ field, label }) => (
          <NumberInput
            key={field}
            label={labelOf(form.model, field, label)}
            min={0}
            allowNegative={false}
            thousandSeparator=","
            value={form[field]}
            error={problems[field]}
            onChange={(value) => onChange({ [field]: value })}
          />
        ))}
      {hasStages(form.model) ? (
        <StageRows form={form} problems={problems} onChange={onChange} />
      ) : (
        <TextInput
          label={isBounded ? 'At most for' : 'Duration'}
          placeholder="5m"
          value={form.duration}
          error={problems.duration}
          onChange={(event) => onChange({ duration: event.currentTarget.value })}
        />
      )}
      {problems.load ? (
        <p className={`${classes.problem} ${classes.wide}`} role="alert">
          {problems.load}
        </p>
      ) : null}
    </div>
  );
}

function StageRows({ form, problems, onChange }: Props) {
  const unit = form.model === 'ramping-vus' ? 'users' : 'per second';
  const change = (id: number, patch: object) =>
    onChange({ stages: form.stages.map((stage) => (stage.id === id ? { ...stage, ...patch } : stage)) });
  const add = () =>
    onChange({
      stages: [
        ...form.stages,
        {
          id: Math.max(0, ...form.stages.map((stage) => stage.id)) + 1,
          duration: '1m',
          target: form.stages.at(-1)?.target ?? 10,
        },
      ],
    });
  return (
    <fieldset className={classes.wide} style={{ border: 0, margin: 0, padding: 0 }}>
      <legend className="eyebrow" style={{ padding: 0, marginBottom: 4 }}>
        Stages
      </legend>
      <div className={classes.rows}>
        {form.stages.map((stage, index) => (
          <div key={stage.id} className={classes.row}>
            <TextInput
              aria-label={`Time of stage ${index + 1}`}
              placeholder="1m"
              value={stage.duration}
              error={problems[`stages.${stage.id}.duration`]}
              onChange={(event) => change(stage.id, { duration: event.currentTarget.value })}
            />
            <NumberInput
              aria-label={`Target of stage ${index + 1}`}
              suffix={` ${unit}`}
              min={0}
              allowNegative={false}
              thousandSeparator=","
              value={stage.target}
              error={problems[`stages.${stage.id}.target`]}
              onChange={(target) => change(stage.id, { target })}
            />
            <ActionIcon
              aria-label={`Remove stage ${index + 1}`}
              onClick={() => onChange({ stages: form.stages.filter((other) => other.id !== stage.id) })}
            >
              <X size={14} />
            </ActionIcon>
          </div>
        ))}
      </div>
      {problems.stages ? <p className={classes.problem}>{problems.stages}</p> : null}
      <Button variant="subtle" mt="xs" leftSection={<Plus size={14} />} onClick={add}>
        Add stage
      </Button>
    </fieldset>
  );
}
