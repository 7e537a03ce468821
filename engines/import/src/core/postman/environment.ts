import { scalarText } from '../document/scalar-text.ts';
import { descriptionText } from '../documentation.ts';
import type { ImportedVariable } from '../imported-collection.ts';
import { isObject, type JsonObject, listOf, textOf } from '../json-values.ts';
import type { CollectionDraft } from '../step-parts.ts';

/** readEnvironment adds an environment; globals become variables of the collection. */
export function readEnvironment(document: JsonObject, draft: CollectionDraft): void {
  const name = textOf(document.name) ?? 'Imported environment';
  if (!Array.isArray(document.values)) {
    draft.problems.add(name, 'The document is no Postman environment: it has no "values".');
    return;
  }
  const variables = readVariables(document.values, name, draft);
  if (document._postman_variable_scope === 'globals')
    for (const variable of variables) draft.addVariable(variable, name);
  else draft.environments.push({ name, variables });
}

/**
 * readVariables reads the rows of an environment or a collection; an enabled row takes precedence over others with its
 * name.
 */
export function readVariables(rows: unknown, place: string, draft: CollectionDraft): ImportedVariable[] {
  const variables = new Map<string, ImportedVariable>();
  for (const entry of listOf(rows)) {
    if (!isObject(entry)) continue;
    const name = textOf(entry.key) ?? textOf(entry.id) ?? textOf(entry.name);
    if (name === undefined) {
      draft.problems.add(place, 'A variable without a name was left out.');
      continue;
    }
    const isOff = entry.enabled === false || entry.disabled === true;
    const description = descriptionText(entry.description);
    if (isOff && variables.has(name)) continue;
    variables.set(name, {
      name,
      value: scalarText(entry.value),
      isSecret: entry.type === 'secret',
      ...(isOff ? { enabled: false } : {}),
      ...(description === undefined ? {} : { description }),
    });
  }
  return [...variables.values()];
}
