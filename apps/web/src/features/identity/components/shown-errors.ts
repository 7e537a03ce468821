import { useEffect, useState } from 'react';
import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form';

/**
 * useShownErrors returns a field's error once the field was changed and left, or the form was submitted. The form's own
 * `dirtyFields` would forget a field whose text was erased again.
 */
export function useShownErrors<T extends FieldValues, C, O>(
  form: UseFormReturn<T, C, O>,
): (name: FieldPath<T>) => string | undefined {
  const { errors, touchedFields, submitCount } = form.formState;
  const [changed, setChanged] = useState<ReadonlySet<string>>(new Set());
  const { watch } = form;
  useEffect(() => {
    const watching = watch((_values, { name }) => {
      if (name) setChanged((before) => (before.has(name) ? before : new Set(before).add(name)));
    });
    return () => watching.unsubscribe();
  }, [watch]);
  return (name) => {
    const shown = submitCount > 0 || (changed.has(name) && (touchedFields as Record<string, unknown>)[name]);
    const message = (errors as Record<string, { message?: unknown } | undefined>)[name]?.message;
    return shown && typeof message === 'string' ? message : undefined;
  };
}
