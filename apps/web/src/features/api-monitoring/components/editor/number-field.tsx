import { NumberInput } from '@mantine/core';

interface Props {
  label: string;
  description?: string;
  value: number;
  min?: number;
  max?: number;
  suffix?: string;
  allowDecimal?: boolean;
  placeholder?: string;
  error?: string | undefined;
  onChange: (value: number) => void;
}

/** NumberField is a number field of a form; NaN while empty. */
export function NumberField({ value, allowDecimal = false, onChange, ...field }: Props) {
  return (
    <NumberInput
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      allowDecimal={allowDecimal}
      clampBehavior="none"
      value={Number.isNaN(value) ? '' : value}
      onChange={(next) => onChange(next === '' ? Number.NaN : Number(next))}
      {...field}
    />
  );
}

/** OptionalNumberField is an optional number field. */
export function OptionalNumberField({
  value,
  onChange,
  ...field
}: Omit<Props, 'value' | 'onChange'> & { value: number | null; onChange: (value: number | null) => void }) {
  return (
    <NumberField
      {...field}
      value={value ?? Number.NaN}
      onChange={(next) => onChange(Number.isNaN(next) ? null : next)}
    />
  );
}
