import { Switch, TagsInput, TextInput } from '@mantine/core';
import type { ScriptDocumentation } from '@touchstone/contracts/api-testing';
import type { Problems } from '../../../model/editor/script-draft.ts';
import classes from './docs-section.module.css';

interface Props {
  documentation: ScriptDocumentation | undefined;
  problems: Problems;
  canWrite: boolean;
  onChange: (documentation: ScriptDocumentation) => void;
}

/** OperationFields edits what an OpenAPI document says about a request besides its schemas. */
export function OperationFields({ documentation = {}, problems, canWrite, onChange }: Props) {
  const { operationId = '', tags = [], isDeprecated = false } = documentation;
  const tagProblem = Object.entries(problems).find(([place]) => place.startsWith('tags'))?.[1];
  return (
    <section aria-label="Operation" className={classes.operation}>
      <TextInput
        label="Operation ID"
        description="Names the request in an OpenAPI export. Leave empty to make it from the name."
        readOnly={!canWrite}
        value={operationId}
        error={problems.operationId}
        onChange={({ currentTarget: { value } }) =>
          onChange(withPart(documentation, 'operationId', value, value === ''))
        }
      />
      <TagsInput
        label="Tags"
        description="Tags beside the folder. Press Enter after each."
        readOnly={!canWrite}
        value={tags}
        error={tagProblem}
        onChange={(next) => onChange(withPart(documentation, 'tags', next, next.length === 0))}
      />
      <Switch
        label="Deprecated"
        disabled={!canWrite}
        checked={isDeprecated}
        onChange={({ currentTarget: { checked } }) =>
          onChange(withPart(documentation, 'isDeprecated', checked, !checked))
        }
      />
    </section>
  );
}

/** An empty part is removed from the documentation, so that an export is the same as without it. */
function withPart<Key extends keyof ScriptDocumentation>(
  documentation: ScriptDocumentation,
  key: Key,
  value: ScriptDocumentation[Key],
  isEmpty: boolean,
): ScriptDocumentation {
  const { [key]: _before, ...rest } = documentation;
  return isEmpty ? (rest as ScriptDocumentation) : { ...documentation, [key]: value };
}
