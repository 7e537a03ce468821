import { NativeSelect } from '@mantine/core';
import type { ScriptBody, ScriptInput } from '@touchstone/contracts/api-testing';
import { lazy, Suspense } from 'react';
import { CodeEditor } from '../../../../../ui/code-editor/code-editor.tsx';
import { KeyValueGrid } from '../../../../../ui/table/key-value-grid.tsx';
import { type Problems, problemsAt } from '../../../model/editor/script-draft.ts';
import classes from '../editor.module.css';
import { useCodeVariables } from '../known-variables.ts';
import { VariableCell } from '../variable-input.tsx';
import { FileCell } from './file-cell.tsx';

const GraphqlBody = lazy(async () => ({ default: (await import('../../graphql/graphql-body.tsx')).GraphqlBody }));

type BodyOf<T extends ScriptBody['type']> = Extract<ScriptBody, { type: T }>;
type FormField = BodyOf<'form'>['fields'][number];

interface Props<T extends ScriptBody = ScriptBody> {
  draft: ScriptInput;
  body: T;
  projectId: string | undefined;
  suiteId: string | undefined;
  problems: Problems;
  onChange: (body: ScriptBody) => void;
}

/** BodyContent edits the content of a body of its type. */
export function BodyContent({ body, ...props }: Props) {
  switch (body.type) {
    case 'none':
      return (
        <p className="dim" style={{ padding: 16 }}>
          This request has no body.
        </p>
      );
    case 'graphql':
      return (
        <Suspense fallback={null}>
          <GraphqlBody
            draft={props.draft}
            body={body}
            place={{ projectId: props.projectId, suiteId: props.suiteId }}
            problems={props.problems}
            onChange={props.onChange}
          />
        </Suspense>
      );
    case 'binary':
      return <BinaryBody body={body} {...props} />;
    case 'urlencoded':
      return (
        <KeyValueGrid
          noun="field"
          rows={body.fields}
          onChange={(fields) => props.onChange({ ...body, fields })}
          make={(row) => row}
          ValueCell={VariableCell}
          errors={problemsAt(props.problems, 'body.fields')}
        />
      );
    case 'form':
      return <FormBody body={body} {...props} />;
    default:
      return <TextBody key={body.type} body={body} {...props} />;
  }
}

function TextBody({ body, problems, onChange }: Props<BodyOf<'json' | 'xml' | 'text'>>) {
  const variables = useCodeVariables();
  return (
    <div style={{ flex: 1, minHeight: 120 }}>
      <CodeEditor
        label={`Body as ${body.type}`}
        value={body.content}
        language={body.type}
        placeholder={body.type === 'json' ? '{ "name": "{{name}}" }' : undefined}
        invalid={problems['body.content'] !== undefined}
        variables={variables}
        onChange={(content) => onChange({ ...body, content })}
        wrap
      />
    </div>
  );
}

function BinaryBody({ body, projectId, problems, onChange }: Props<BodyOf<'binary'>>) {
  return (
    <div style={{ padding: 16 }}>
      <p className="dim" style={{ marginTop: 0 }}>
        The file is sent unchanged.
      </p>
      <FileCell field={body} projectId={projectId} onChange={(patch) => onChange({ ...body, ...patch })} />
      {problems['body.fileId'] ? (
        <span className={classes.problem} role="alert">
          Choose a file to send.
        </span>
      ) : null}
    </div>
  );
}

function FormBody({ body, projectId, problems, onChange }: Props<BodyOf<'form'>>) {
  return (
    <KeyValueGrid<FormField>
      noun="field"
      withBulk={false}
      rows={body.fields}
      onChange={(fields) => onChange({ ...body, fields })}
      make={(row) => ({ ...row, kind: 'text' })}
      ValueCell={VariableCell}
      errors={problemsAt(problems, 'body.fields')}
      extraColumn={{
        header: 'Kind',
        render: (row, change, index) => (
          <NativeSelect
            variant="unstyled"
            px={6}
            aria-label={`Kind of field ${index + 1}`}
            data={[
              { value: 'text', label: 'Text' },
              { value: 'file', label: 'File' },
            ]}
            value={row.kind}
            onChange={(event) => change({ kind: event.currentTarget.value as FormField['kind'] })}
          />
        ),
      }}
      renderValue={(row, change) =>
        row.kind === 'file' ? <FileCell field={row} projectId={projectId} onChange={change} /> : null
      }
    />
  );
}
