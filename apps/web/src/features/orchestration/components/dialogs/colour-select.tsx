import { Select } from '@mantine/core';
import { colours } from '../../model/colours.ts';
import classes from './dialogs.module.css';

interface Props {
  value: string;
  onChange: (value: string) => void;
}

const Swatch = ({ colour }: { colour: string }) => (
  <span className={classes.swatch} style={{ background: colour }} aria-hidden />
);

/** ColourSelect selects a colour by name. A custom one stays until another is selected. */
export function ColourSelect({ value, onChange }: Props) {
  const isOffered = colours.some((colour) => colour.value === value);
  return (
    <Select
      label="Colour"
      mt="md"
      allowDeselect={false}
      data={isOffered ? colours : [{ value, label: value }, ...colours]}
      leftSection={<Swatch colour={value} />}
      renderOption={({ option }) => (
        <span className="row" style={{ gap: 8 }}>
          <Swatch colour={option.value} />
          {option.label}
        </span>
      )}
      value={value}
      onChange={(next) => onChange(next ?? value)}
    />
  );
}
