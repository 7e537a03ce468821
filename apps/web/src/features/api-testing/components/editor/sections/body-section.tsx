import { ActionIcon, Button, FileButton, NativeSelect, SegmentedControl } from '@mantine/core';
import type { ScriptBody, ScriptInput } from '@touchstone/contracts/api-testing';
import { Download, Upload } from 'lucide-react';
import { useRef, useState } from 'react';
import { saveResponse } from '../../../../../shared/download.ts';
import { toast, toastError } from '../../../../../shared/toasts.ts';
import { CodeEditor } from '../../../../../ui/code-editor/code-editor.tsx';
import { KeyValueGrid } from '../../../../../ui/table/key-value-grid.tsx';
import { fetchUploaded } from '../../../api/executions.queries.ts';
import { uploadFile } from '../../../api/scripts.mutations.ts';
import { formatJson } from '../../../model/editor/body-text.ts';
import { type Problems, problemsAt } from '../../../model/editor/script-draft.ts';
import classes from '../editor.module.css';

interface Props {
  draft: ScriptInput;
  projectId: string;
  onChange: (draft: ScriptInput) => void;
  problems: Problems;
}
type BodyType = ScriptBody['type'];
type FormField = Extract<ScriptBody, { type: 'form' }>['fields'][number];

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

/** BodySection edits the body; what was written in one type comes back when that type is chosen again. */
export function BodySection({ draft, projectId, onChange, problems }: Props) {
  const { body } = draft;
  const earlier = useRef<Partial<Record<BodyType, ScriptBody>>>({});
  const set = (next: ScriptBody) => onChange({ ...draft, body: next });
  const choose = (type: BodyType) => {
    earlier.current[body.type] = body;
    const next = earlier.current[type] ?? emptyBody(type);
    const isText = 'content' in body && 'content' in next && next.content === '';
    set(isText ? { ...next, content: body.content } : next);
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
      {body.type === 'none' ? (
        <p className="dim" style={{ padding: 16 }}>
          This request has no body.
        </p>
      ) : null}
      {'content' in body ? (
        <div style={{ flex: 1, minHeight: 120 }}>
          <CodeEditor
            key={body.type}
            label={`Body as ${body.type}`}
            value={body.content}
            language={body.type === 'text' ? 'text' : body.type}
            placeholder={body.type === 'json' ? '{ "name": "{{name}}" }' : undefined}
            invalid={problems['body.content'] !== undefined}
            onChange={(content) => set({ ...body, content })}
            wrap
          />
        </div>
      ) : null}
      {body.type === 'graphql' ? (
        <>
          <div style={{ flex: 2, minHeight: 120 }}>
            <CodeEditor
              label="GraphQL query"
              value={body.query}
              language="text"
              placeholder={'query Pet($id: ID!) {\n  pet(id: $id) { name }\n}'}
              invalid={problems['body.query'] !== undefined}
              onChange={(query) => set({ ...body, query })}
              wrap
            />
          </div>
          <p className="eyebrow" style={{ padding: '8px 12px 4px' }}>
            Variables
          </p>
          <div style={{ flex: 1, minHeight: 80 }}>
            <CodeEditor
              label="GraphQL variables as JSON"
              value={body.variables}
              language="json"
              placeholder={'{ "id": "{{petId}}" }'}
              invalid={variablesMistake !== undefined}
              onChange={(variables) => set({ ...body, variables })}
              wrap
            />
          </div>
        </>
      ) : null}
      {body.type === 'binary' ? (
        <div style={{ padding: 16 }}>
          <p className="dim" style={{ marginTop: 0 }}>
            The file is sent unchanged.
          </p>
          <FileCell field={body} projectId={projectId} onChange={(patch) => set({ ...body, ...patch })} />
          {problems['body.fileId'] ? (
            <span className={classes.problem} role="alert">
              Choose a file to send.
            </span>
          ) : null}
        </div>
      ) : null}
      {body.type === 'urlencoded' ? (
        <KeyValueGrid
          noun="field"
          rows={body.fields}
          onChange={(fields) => set({ ...body, fields })}
          make={(row) => row}
          errors={problemsAt(problems, 'body.fields')}
        />
      ) : null}
      {body.type === 'form' ? (
        <KeyValueGrid<FormField>
          noun="field"
          withBulk={false}
          rows={body.fields}
          onChange={(fields) => set({ ...body, fields })}
          make={(row) => ({ ...row, kind: 'text' })}
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
      ) : null}
    </>
  );
}

interface ChosenFile {
  fileId?: string | undefined;
  fileName?: string | undefined;
}

function FileCell({
  field,
  projectId,
  onChange,
}: {
  field: ChosenFile;
  projectId: string;
  onChange: (patch: { fileId: string; fileName: string; contentType: string }) => void;
}) {
  const [busy, setBusy] = useState(false);
  const upload = async (file: File | null) => {
    if (!file) return;
    setBusy(true);
    try {
      const { fileId, fileName, contentType } = await uploadFile(file, projectId);
      onChange({ fileId, fileName, contentType });
    } catch (error) {
      toastError(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className={classes.file}>
      <FileButton onChange={(file) => void upload(file)}>
        {(props) => (
          <Button {...props} size="compact-xs" variant="default" leftSection={<Upload size={12} />} loading={busy}>
            {field.fileName ? 'Replace' : 'Choose file'}
          </Button>
        )}
      </FileButton>
      <span className="ellipsis grow">{field.fileName ?? <span className="dim">No file chosen</span>}</span>
      {field.fileId ? (
        <ActionIcon
          size={24}
          aria-label={`Download ${field.fileName ?? 'the file'}`}
          onClick={() =>
            void fetchUploaded(field.fileId!)
              .then((response) => saveResponse(response, field.fileName ?? 'file'))
              .catch(toastError)
          }
        >
          <Download size={14} />
        </ActionIcon>
      ) : null}
    </div>
  );
}
