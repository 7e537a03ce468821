import { useState } from 'react';
import { isEqual } from '../../model/stub/json.ts';

/**
 * useMirror shows a part of a stub in a form that can hold more while typing, such as a row without a name. Typed input
 * stays as long as it means the same as the stub; a change from elsewhere replaces it.
 */
export function useMirror<Value, Shown>(
  value: Value,
  { read, write }: { read: (value: Value) => Shown; write: (shown: Shown, value: Value) => Value },
  onChange: (value: Value) => void,
): [Shown, (shown: Shown) => void] {
  const [local, setLocal] = useState<Shown>(() => read(value));
  const shown = isEqual(write(local, value), value) ? local : read(value);
  return [
    shown,
    (next) => {
      setLocal(next);
      onChange(write(next, value));
    },
  ];
}
