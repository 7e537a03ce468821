import type { ValueCellProps } from '../../../../ui/table/key-value-grid.tsx';
import { VariableInput } from './variable-input.tsx';

/** VariableCell is the value of a row, which may use variables. */
export function VariableCell({ className, ...cell }: ValueCellProps) {
  return <VariableInput {...cell} variant="unstyled" classNames={{ input: className ?? '' }} />;
}
