import { NumberInput, Select } from '@mantine/core';
import type { Delay } from '../../model/stub/answer.ts';
import classes from './editor.module.css';

const delays = [
  { value: 'none', label: 'No delay' },
  { value: 'fixed', label: 'Fixed' },
  { value: 'uniform', label: 'Random, uniform' },
  { value: 'lognormal', label: 'Random, lognormal' },
];

/** DelayFields edits the delay of a response. */
export function DelayFields({ delay, onChange }: { delay: Delay; onChange: (delay: Delay) => void }) {
  const number = (label: string, member: 'first' | 'second', suffix = ' ms') => (
    <NumberInput
      label={label}
      min={0}
      suffix={suffix}
      value={delay[member]}
      onChange={(value) => typeof value === 'number' && onChange({ ...delay, [member]: value })}
    />
  );
  return (
    <div className={classes.delay}>
      <Select
        label="Delay"
        allowDeselect={false}
        data={delays}
        value={delay.type}
        onChange={(type) =>
          type &&
          onChange({ type: type as Delay['type'], first: delay.first || 100, second: type === 'lognormal' ? 0.4 : 300 })
        }
      />
      {delay.type === 'fixed' ? number('Delay time', 'first') : null}
      {delay.type === 'uniform' ? (
        <>
          {number('From', 'first')}
          {number('To', 'second')}
        </>
      ) : null}
      {delay.type === 'lognormal' ? (
        <>
          {number('Median', 'first')}
          {number('Sigma', 'second', '')}
        </>
      ) : null}
    </div>
  );
}
