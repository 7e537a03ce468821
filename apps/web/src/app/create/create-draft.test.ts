import { expect, test } from 'vitest';
import type { Choice } from '../../shared/choices.ts';
import type { CreateForm, CreateValues } from '../../shared/create/create-target.ts';
import { choose, problemsOf, shownFields, startOf } from './create-draft.ts';

const choice = (value: string): Choice => ({ value, label: value });
const source = () => ({ queryKey: ['none'], load: async () => ({ choices: [], total: 0 }) });

/** A form with every kind of dependency: a list hidden by another choice, and a list that depends on a list. */
const form: CreateForm = {
  fields: [
    { type: 'remote', name: 'project', label: 'Project', source },
    {
      type: 'option',
      name: 'workspace',
      label: 'WorkSpace',
      options: [choice('Sprints'), choice('Test Lab')],
      initialOption: choice('Sprints'),
    },
    {
      type: 'remote',
      name: 'sprint',
      label: 'Sprints',
      source,
      isShown: ({ choices }) => choices.workspace?.value !== 'Test Lab',
    },
    { type: 'name', name: 'testSuiteName', label: 'Test suite name' },
  ],
  create: async () => '/',
  refreshes: [],
};
const names = (values: CreateValues) => shownFields(form, values).map((field) => field.name);
const withProject = choose(form, startOf(form), 'project', choice('Shop'));
const withSprint = choose(form, withProject, 'sprint', choice('May'));

test('a choice is shown once the choices before it are made', () => {
  expect(names({ choices: {}, texts: {} })).toEqual(['project', 'testSuiteName']);
  expect(names(startOf(form))).toEqual(['project', 'testSuiteName']);
  expect(names(withProject)).toEqual(['project', 'workspace', 'sprint', 'testSuiteName']);
});

test('changing the project resets the choices that depend on it and keeps the texts', () => {
  const entered = { ...withSprint, texts: { testSuiteName: 'Orders' } };
  const next = choose(form, entered, 'project', choice('Store'));
  expect(next.choices).toEqual({ project: choice('Store'), workspace: choice('Sprints') });
  expect(next.texts).toEqual({ testSuiteName: 'Orders' });
  expect(problemsOf(form, next)).toEqual({ sprint: 'Please Select Sprints' });
});

test('a choice can hide a later list, which is then not required', () => {
  const next = choose(form, withSprint, 'workspace', choice('Test Lab'));
  expect(names(next)).toEqual(['project', 'workspace', 'testSuiteName']);
  expect(next.choices.sprint).toBeUndefined();
  expect(problemsOf(form, { ...next, texts: { testSuiteName: 'Orders' } })).toEqual({});
});

test('every problem is reported by field', () => {
  expect(problemsOf(form, startOf(form))).toEqual({
    project: 'Please Select Project',
    testSuiteName: 'Please enter Test suite name',
  });
});
