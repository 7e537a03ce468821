import { Select, Textarea, TextInput } from '@mantine/core';
import { useEffect, useRef } from 'react';
import type { Choice } from '../../shared/choices.ts';
import type { CreateContext, CreateField, CreateValues, RemoteField } from '../../shared/create/create-target.ts';
import { RemoteSelect } from '../../ui/select/remote-select.tsx';
import { descriptionLimit, notAvailable } from './create-rules.ts';

interface Props<F extends CreateField = CreateField> {
  field: F;
  values: CreateValues;
  context: CreateContext;
  problem: string | undefined;
  onTouch: () => void;
  onText: (text: string) => void;
  onChoice: (choice: Choice) => void;
}

/** FormField is one field of a service's create form. */
export function FormField({ field, ...others }: Props) {
  const { values, problem, onTouch, onText, onChoice } = others;
  const text = values.texts[field.name] ?? '';
  switch (field.type) {
    case 'remote':
      return <RemoteChoice field={field} {...others} />;
    case 'option':
      return (
        <Select
          label={field.label}
          allowDeselect={false}
          data={field.options.map(({ value, label }) => ({ value, label }))}
          value={values.choices[field.name]?.value ?? null}
          error={problem}
          onBlur={onTouch}
          onChange={(value) => {
            const choice = field.options.find((option) => option.value === value);
            if (choice) onChoice(choice);
          }}
        />
      );
    case 'name':
      return (
        <TextInput
          label={field.label}
          data-autofocus
          value={text}
          error={problem}
          onBlur={onTouch}
          onChange={(event) => onText(event.currentTarget.value)}
        />
      );
    case 'description':
      return (
        <Textarea
          label={field.isOptional ? `${field.label} (optional)` : field.label}
          description={
            <span className="num">
              {text.length}/{descriptionLimit}
            </span>
          }
          inputWrapperOrder={['label', 'input', 'error', 'description']}
          autosize
          minRows={3}
          maxRows={6}
          value={text}
          error={problem}
          onBlur={onTouch}
          onChange={(event) => onText(event.currentTarget.value)}
        />
      );
  }
}

function RemoteChoice({ field, values, context, problem, onTouch, onChoice }: Props<RemoteField>) {
  const chosen = values.choices[field.name] ?? null;
  const isTaken = useRef(chosen !== null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only once, before the user chooses
  useEffect(() => {
    if (isTaken.current) return;
    void field.initial?.().then((choice) => {
      if (choice && !isTaken.current) onChoice(choice);
    });
    return () => {
      isTaken.current = true;
    };
  }, []);
  return (
    <RemoteSelect
      label={field.label}
      placeholder="Choose, or search by name"
      source={field.source(values, context)}
      nothingFound="Nothing has this name"
      emptyMessage={notAvailable(field.label)}
      value={chosen}
      error={problem}
      onBlur={onTouch}
      onChange={(choice) => {
        isTaken.current = true;
        onChoice(choice);
      }}
    />
  );
}
