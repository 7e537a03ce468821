import { Select, TextInput } from '@mantine/core';
import { countryOptions, type Phone } from '../model/phone.ts';
import classes from './account.module.css';

interface Props {
  value: Phone;
  onChange: (value: Phone) => void;
  onBlur?: () => void;
  error?: string | undefined;
}

/** PhoneField is a telephone number with its country. */
export function PhoneField({ value, onChange, onBlur, error }: Props) {
  return (
    <div className={classes.phone}>
      <Select
        label="Country code"
        data={countryOptions}
        searchable
        allowDeselect={false}
        nothingFoundMessage="No country of this name or code"
        comboboxProps={{ width: 280, position: 'bottom-start', shadow: 'md' }}
        value={value.country}
        onChange={(country) => country && onChange({ ...value, country })}
        onBlur={onBlur}
      />
      <TextInput
        label="Contact number"
        type="tel"
        autoComplete="tel-national"
        value={value.number}
        onChange={(event) => onChange({ ...value, number: event.currentTarget.value })}
        onBlur={onBlur}
        error={error}
      />
    </div>
  );
}
