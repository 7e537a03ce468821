import { expect, test } from 'vitest';
import { bindVariables } from './bind-variables.ts';

const values: Record<string, string> = { id: '7', name: `O'Brien'; drop table item; --` };
const valueFor = (name: string) => values[name] ?? '?';

test.each<[string, string, string[]]>([
  ['select 1', 'select 1', []],
  ['select * from t where id = {{id}}', 'select * from t where id = $1', ['7']],
  [`where name = '{{ name }}' and id = {{id}}`, 'where name = $1 and id = $2', [values.name as string, '7']],
  ['{{id}} {{id}}', '$1 $2', ['7', '7']],
  [`'a {{id}} b'`, `'a $1 b'`, ['7']],
  [`'{{id}}','{{name}}'`, '$1,$2', ['7', values.name as string]],
])('%s becomes %s with separate values', (query, text, bound) => {
  expect(bindVariables(query, (position) => `$${position}`, valueFor)).toEqual({ text, values: bound });
});
