import { ApiError } from '@touchstone/contracts';
import { expect, test } from 'vitest';
import { failureText, notAvailable, pleaseSelect, textProblem } from './create-rules.ts';

const name = { type: 'name', label: 'Project name' } as const;
const description = { type: 'description', label: 'Project description' } as const;

test.each([
  { field: name, text: '', problem: 'Please enter Project name' },
  { field: name, text: '   ', problem: 'Please enter Project name' },
  { field: name, text: 'Shop', problem: undefined },
  { field: name, text: 'Läden_2 - Süd', problem: undefined },
  { field: name, text: `S${'h'.repeat(254)}`, problem: undefined },
  { field: name, text: `S${'h'.repeat(255)}`, problem: 'Project name should not be above 255 characters' },
  { field: name, text: '2 shops', problem: 'Invalid character' },
  { field: name, text: ' Shop', problem: 'Invalid character' },
  { field: name, text: '_Shop', problem: 'Invalid character' },
  { field: name, text: 'Shop/2', problem: 'Invalid character' },
  { field: description, text: '', problem: 'Please enter Project description' },
  { field: { ...description, isOptional: true }, text: '', problem: undefined },
  { field: description, text: '2 lines\nof /text/', problem: undefined },
  { field: description, text: 'd'.repeat(1000), problem: undefined },
  { field: description, text: 'd'.repeat(1001), problem: 'Project description should not be above 1000 characters' },
])('$field.type "$text" → $problem [global-create-4]', ({ field, text, problem }) => {
  expect(textProblem(field, text)).toBe(problem);
});

test('a missing choice and an empty list have the documented messages', () => {
  expect(pleaseSelect('Project')).toBe('Please Select Project');
  expect(notAvailable('Sprints')).toBe('Sprints is not available.');
});

test.each([
  { error: new ApiError(500, { message: 'Low', errorMessage: 'High' }), text: 'High' },
  { error: new ApiError(500, { message: 'Low' }), text: 'Low' },
  { error: new Error('Odd'), text: 'Odd' },
  { error: 'thrown', text: 'Something went wrong. Please try again.' },
])('shows $text for an error [global-create-6]', ({ error, text }) => {
  expect(failureText(error)).toBe(text);
});
