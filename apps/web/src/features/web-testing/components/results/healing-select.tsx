import { Select } from '@mantine/core';
import { type HealingMode, healingModes } from '@touchstone/contracts/web-testing';

const choices: Record<HealingMode, { label: string; help: string }> = {
  off: { label: 'Off', help: 'The step fails. Other elements are not looked at.' },
  suggest: { label: 'Suggest', help: 'The step fails and names elements that may be the one.' },
  heal: { label: 'Heal and go on', help: 'The step goes on with an element that is surely the same, and says so.' },
};

interface Props {
  /** In a row with others: omits the description of the choice. */
  isBrief?: boolean;
  value: HealingMode;
  onChange: (mode: HealingMode) => void;
}

/** HealingSelect selects what a step does if its element isn't found. */
export function HealingSelect({ isBrief = false, value, onChange }: Props) {
  return (
    <Select
      label="If an element isn’t found"
      description={isBrief ? undefined : choices[value].help}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      allowDeselect={false}
      data={healingModes.map((mode) => ({ value: mode, label: choices[mode].label }))}
      value={value}
      onChange={(mode) => mode && onChange(mode as HealingMode)}
    />
  );
}
