import { expect, test } from 'vitest';
import { ProblemList } from '../problems.ts';
import { convertTemplates } from './templates.ts';

function converted(text: string) {
  const problems = new ProblemList();
  return { text: convertTemplates(text, 'place', problems), problems: problems.list().length };
}

test.each([
  ['plain { a } % b', 'plain { a } % b'],
  ['{{a}}-{{ b }}-{{- c -}}', '{{a}}-{{b}}-{{c}}'],
  ['{{ _.user.name }}', '{{user.name}}'],
  ["{{ _['user'].name }}", '{{user.name}}'],
  ['{{ _["user name"][0][ 1 ] }}', '{{user name[0][1]}}'],
  ['{{ _.a-b }}', '{{a-b}}'],
  ['{{ _a }}', '{{_a}}'],
  ['{{ a.b }}', '{{a.b}}'],
  ["{% uuid 'v4' %}", '{{$guid}}'],
  ["{%- now 'iso-8601', '' -%}", '{{$isoTimestamp}}'],
  ['{% now "unix" %}', '{{$timestamp}}'],
  ['{% now %}', '{{$isoTimestamp}}'],
  ["{% timestamp 'x' %}", '{{$timestamp}}'],
])('%s is %s', (written, text) => {
  expect(converted(`x${written}y`)).toEqual({ text: `x${text}y`, problems: 0 });
});

test.each([
  '{{ }}',
  '{{ _ }}',
  '{{ a | upper }}',
  "{{ _['a{b'] }}",
  "{% response 'body' %}",
  '{% uuids %}',
  "{% now 'x' %}",
  '{% 5 % 2 %}',
])('%s stays and is reported', (written) => {
  const { text } = converted(`x${written}y`);
  expect(text).toBe(`x${written}y`);
});

test.each([
  ['{{ a[10] }}', '{{a[10]}}', 0],
  ['{{ _[5] }}', '{{[5]}}', 0],
  ['{%now  "unix"%}', '{{$timestamp}}', 0],
  ['{% a uuid %}', '{% a uuid %}', 1],
  ['{{ }}', '{{ }}', 1],
  ['{{ _ }}', '{{ _ }}', 1],
  ['{{ a | upper }}', '{{ a | upper }}', 1],
  ['{% hash %}{{ b }}', '{% hash %}{{b}}', 1],
])('%s is %s with its problems', (written, text, problems) => {
  expect(converted(written)).toEqual({ text, problems });
});

test('a long template is reported by its beginning', () => {
  const problems = new ProblemList();
  convertTemplates(`{% ${'x'.repeat(200)} %}{{ ${'y '.repeat(100)} }}`, 'place', problems);
  expect(problems.list().map(({ reason }) => reason)).toEqual([
    `The template tag {% ${'x'.repeat(77)} is not supported. Replace it by a variable.`,
    expect.stringMatching(/^The expression \{\{ [y ]{77} is not supported/),
  ]);
});
