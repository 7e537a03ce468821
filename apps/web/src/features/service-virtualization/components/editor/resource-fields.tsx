import { NumberInput, Switch, TextInput } from '@mantine/core';
import type { AssetProblem } from '@touchstone/contracts/service-virtualization';
import { useState } from 'react';
import { CodeField } from '../../../../ui/code-editor/code-field.tsx';
import { isEqual, type Json, pretty, textAt, withMembers } from '../../model/stub/json.ts';
import classes from './editor.module.css';
import { ProblemList } from './problem-list.tsx';

interface Props {
  resource: Json;
  problems: readonly AssetProblem[];
  onChange: (resource: Json) => void;
}

/** ResourceFields edits the records that callers list, create, update and delete. */
export function ResourceFields({ resource, problems, onChange }: Props) {
  const set = (patch: Json) => onChange(withMembers(resource, patch));
  const field = (label: string, member: string, placeholder: string) => (
    <TextInput
      label={label}
      classNames={{ input: 'mono' }}
      placeholder={placeholder}
      spellCheck={false}
      value={textAt(resource, member)}
      onChange={(event) => onChange({ ...resource, [member]: event.currentTarget.value })}
    />
  );
  return (
    <>
      <div className={classes.grid}>
        {field('Resource', 'name', 'orders')}
        {field('Path', 'path', '/orders')}
        {field('Id member', 'idKey', 'id')}
      </div>
      <p className={classes.help}>
        Callers list records with GET, create them with POST, and read, replace, change and delete one with GET, PUT,
        PATCH and DELETE on its path.
      </p>
      <ProblemList problems={problems} place="address" />
      <JsonMember
        label="Records at the start"
        value={resource.items}
        onChange={(items) => onChange({ ...resource, items })}
      />
      <JsonMember label="JSON Schema (optional)" value={resource.schema} onChange={(schema) => set({ schema })} />
      <div className={classes.grid}>
        <NumberInput
          label="Generated records"
          description="Made from the schema when no records are given."
          inputWrapperOrder={['label', 'input', 'description']}
          min={0}
          max={10_000}
          placeholder="10"
          value={typeof resource.count === 'number' ? resource.count : ''}
          onChange={(count) => set({ count: typeof count === 'number' ? count : undefined })}
        />
        <Switch
          label="Refuse records that violate the schema"
          mt={24}
          checked={resource.validates === true}
          onChange={(event) => set({ validates: event.currentTarget.checked || undefined })}
        />
      </div>
      <ProblemList problems={problems} place="records" />
    </>
  );
}

interface MemberProps {
  label: string;
  value: unknown;
  onChange: (value: unknown) => void;
}

/** Edits a member as JSON; invalid text stays in the editor and isn't applied. */
function JsonMember({ label, value, onChange }: MemberProps) {
  const shownOf = (given: unknown) => (given === undefined ? '' : pretty(given));
  const [typed, setTyped] = useState({ text: shownOf(value), of: value });
  const text = isEqual(typed.of, value) ? typed.text : shownOf(value);
  const [problem, setProblem] = useState<string>();
  return (
    <CodeField
      label={label}
      language="json"
      value={text}
      error={problem}
      onChange={(next) => {
        if (next === text) return;
        try {
          const read: unknown = next.trim() === '' ? undefined : JSON.parse(next);
          setTyped({ text: next, of: read });
          setProblem(undefined);
          onChange(read);
        } catch {
          setTyped({ text: next, of: value });
          setProblem('This is not JSON yet. The last readable text is used.');
        }
      }}
    />
  );
}
