import type { Choice } from '../../shared/choices.ts';
import type { ChoiceField, CreateField, CreateForm, CreateValues } from '../../shared/create/create-target.ts';
import { pleaseSelect, textProblem } from './create-rules.ts';

const isChoice = (field: CreateField): field is ChoiceField => field.type === 'remote' || field.type === 'option';

/** startOf returns the values of an untouched form. */
export function startOf({ fields }: Pick<CreateForm, 'fields'>): CreateValues {
  const choices: Record<string, Choice> = {};
  for (const field of fields)
    if (field.type === 'option' && field.initialOption) choices[field.name] = field.initialOption;
  return { choices, texts: {} };
}

/** choose sets a choice and resets the choices after it, which depend on it. */
export function choose(form: CreateForm, values: CreateValues, name: string, choice: Choice): CreateValues {
  const fields = form.fields.filter(isChoice);
  const later = fields.slice(fields.findIndex((field) => field.name === name) + 1).map((field) => field.name);
  const kept = Object.entries(values.choices).filter(([other]) => !later.includes(other));
  const initial = Object.entries(startOf(form).choices).filter(([other]) => later.includes(other));
  return { ...values, choices: { ...Object.fromEntries([...kept, ...initial]), [name]: choice } };
}

/**
 * shownFields returns the fields that can be filled in now: a choice is hidden until the choices before it are made.
 */
export function shownFields({ fields }: CreateForm, values: CreateValues): CreateField[] {
  let isReady = true;
  return fields.filter((field) => {
    if (!isChoice(field)) return true;
    if (field.isShown?.(values) === false) return false;
    const isShown = isReady;
    isReady &&= values.choices[field.name] !== undefined;
    return isShown;
  });
}

/** problemsOf returns invalid or missing values by field name; empty if the form can be submitted. */
export function problemsOf(form: CreateForm, values: CreateValues): Record<string, string> {
  const problems: Record<string, string> = {};
  for (const field of shownFields(form, values)) {
    const problem = isChoice(field)
      ? values.choices[field.name]
        ? undefined
        : pleaseSelect(field.label)
      : textProblem(field, values.texts[field.name] ?? '');
    if (problem) problems[field.name] = problem;
  }
  return problems;
}
