import { Button, SegmentedControl } from '@mantine/core';
import type { ScriptBody, ScriptInput } from '@touchstone/contracts/api-testing';
import { useRef } from 'react';
import { toast } from '../../../../../shared/toasts.ts';
import { formatJson } from '../../../model/editor/body-text.ts';
import type { Problems } from '../../../model/editor/script-draft.ts';
import classes from '../editor.module.css';
import { BodyContent } from './body-content.tsx';

interface Props {
  draft: ScriptInput;
  projectId: string | undefined;
  suiteId: string | undefined;
  onChange: (draft: ScriptInput) => void;
  problems: Problems;
}
type BodyType = ScriptBody['type'];

const types: { value: BodyType; label: string }[] = [
  { value: 'none', label: 'None' },
  { value: 'json', label: 'JSON' },
  { value: 'xml', label: 'XML' },
  { value: 'text', label: 'Text' },
  { value: 'form', label: 'Form data' },
  { value: 'urlencoded', label: 'x-www-form-urlencoded' },
  { value: 'graphql', label: 'GraphQL' },
  { value: 'binary', label: 'Binary' },
];

function emptyBody(type: BodyType): ScriptBody {
  switch (type) {
    case 'none':
      return { type };
    case 'form':
    case 'urlencoded':
      return { type, fields: [] };
    case 'graphql':
      return { type, query: '', variables: '' };
    case 'binary':
      return { type, fileId: '' };
    default:
      return { type, content: '' };
  }
}

/** BodySection edits the body; the content of each type is kept when switching between types. */
export function BodySection({ draft, projectId, suiteId, onChange, problems }: Props) {
  const { body } = draft;
  const earlier = useRef<Partial<Record<BodyType, ScriptBody>>>({});
  const set = (next: ScriptBody) => onChange({ ...draft, body: next });
  const choose = (type: BodyType) => {
    earlier.current[body.type] = body;
    const next = earlier.current[type] ?? emptyBody(type);
    const isText = 'content' in body && 'content' in next && next.content === '';
    const chosen = isText ? { ...next, content: body.content } : next;
    // Servers accept GraphQL by POST.
    const method = type === 'graphql' && draft.method === 'GET' ? 'POST' : draft.method;
    onChange({ ...draft, method, body: chosen });
  };
  const format = () => {
    if (!('content' in body)) return;
    const content = formatJson(body.content);
    if (content === undefined) toast('error', 'Invalid JSON format.');
    else set({ ...body, content });
  };
  const variablesMistake = problems['body.variables'];
  const mistake =
    problems['body.content'] ?? problems['body.query'] ?? (variablesMistake && `Variables: ${variablesMistake}`);
  return (
    <>
      <div className={classes.bodyBar}>
        <SegmentedControl
          aria-label="Body type"
          value={body.type}
          onChange={(value) => choose(value as BodyType)}
          data={types}
        />
        {mistake ? (
          <span className={classes.problem} role="alert">
            {mistake}
          </span>
        ) : null}
        <span className="grow" />
        {body.type === 'json' ? (
          <Button variant="default" size="compact-xs" onClick={format}>
            Format JSON
          </Button>
        ) : null}
      </div>
      <BodyContent
        draft={draft}
        body={body}
        projectId={projectId}
        suiteId={suiteId}
        problems={problems}
        onChange={set}
      />
    </>
  );
}
