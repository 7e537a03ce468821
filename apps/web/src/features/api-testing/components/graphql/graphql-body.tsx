import { Button, Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ScriptBody, ScriptInput } from '@touchstone/contracts/api-testing';
import { graphqlOperations, subscriptionTransport } from '@touchstone/engine-http/core';
import { useDeferredValue, useMemo, useState } from 'react';
import { CodeEditor } from '../../../../ui/code-editor/code-editor.tsx';
import type { CodeFault } from '../../../../ui/code-editor/fault-marks.ts';
import { type SchemaPlace, schemaQuery } from '../../api/sends/graphql.queries.ts';
import type { Problems } from '../../model/editor/script-draft.ts';
import { graphqlWords } from '../../model/graphql/graphql-completion.ts';
import type { GraphqlSchema } from '../../model/graphql/graphql-schema.ts';
import { missingVariables, withVariables } from '../../model/graphql/graphql-variables.ts';
import { useEnvironmentId } from '../editor/environment-select.tsx';
import { useCodeVariables } from '../editor/known-variables.ts';
import classes from './graphql.module.css';
import { SchemaExplorer } from './schema-explorer.tsx';

type Body = Extract<ScriptBody, { type: 'graphql' }>;

interface Props {
  draft: ScriptInput;
  body: Body;
  place: Omit<SchemaPlace, 'environmentId'>;
  problems: Problems;
  onChange: (body: Body) => void;
}

/**
 * GraphqlBody edits a GraphQL document with completion from its server's schema, its variables, and which operation
 * runs.
 */
export function GraphqlBody({ draft, body, place, problems, onChange }: Props) {
  const known = useCodeVariables();
  const [isOpen, setOpen] = useState(false);
  // No schema is requested while the address is being typed.
  const [asked, setAsked] = useState<string | null>(null);
  const environmentId = useEnvironmentId(place.projectId);
  const schema = useQuery({ ...schemaQuery(draft, { ...place, environmentId }), enabled: asked === draft.url });
  const faults = useFaults(body.query, schema.data);
  const operations = useMemo(() => graphqlOperations(body.query), [body.query]);
  const names = operations.map(({ name }) => name).filter((name) => name !== '');
  const { operationName } = body;
  const isChoice = operations.length > 1 || operationName !== undefined;
  const chosen = operations.find(({ name }) => name === operationName) ?? operations[0];
  const missing = missingVariables(chosen?.variables ?? [], body.variables);
  const choose = (name: string | null) => {
    const { operationName: _before, ...rest } = body;
    onChange(name ? { ...rest, operationName: name } : rest);
  };
  return (
    <div className={classes.body}>
      <div className={classes.editors}>
        <div className={classes.query}>
          <CodeEditor
            label="GraphQL query"
            value={body.query}
            language="graphql"
            placeholder={'query Pet($id: ID!) {\n  pet(id: $id) { name }\n}'}
            invalid={problems['body.query'] !== undefined}
            variables={known}
            faults={faults}
            wordsAt={(text, caret) => graphqlWords(text, caret, schema.data)}
            onChange={(query) => onChange({ ...body, query })}
            wrap
          />
        </div>
        <FaultLine text={body.query} faults={faults} />
        <div className={classes.variablesBar}>
          <span className="eyebrow">Variables</span>
          {missing.length > 0 ? (
            <Button
              size="compact-xs"
              variant="subtle"
              title={missing.map(({ name, type }) => `${name}: ${type}`).join(', ')}
              onClick={() => onChange({ ...body, variables: withVariables(missing, body.variables) })}
            >
              Add {missing.map(({ name }) => name).join(', ')}
            </Button>
          ) : null}
          <span className="grow" />
          <TransportSelect draft={draft} body={body} onChange={onChange} />
          {isChoice ? (
            <Select
              size="xs"
              w={170}
              aria-label="Operation to run"
              placeholder="Choose an operation"
              clearable
              data={[...new Set(operationName === undefined ? names : [...names, operationName])]}
              value={operationName ?? null}
              error={operations.length > 1 && operationName === undefined ? true : undefined}
              onChange={choose}
            />
          ) : null}
          <Button
            size="compact-xs"
            variant="default"
            aria-expanded={isOpen}
            disabled={draft.url === ''}
            onClick={() => {
              setOpen(!isOpen);
              setAsked(draft.url);
            }}
          >
            Schema
          </Button>
        </div>
        <div className={classes.variables}>
          <CodeEditor
            label="GraphQL variables as JSON"
            value={body.variables}
            language="json"
            placeholder={'{ "id": "{{petId}}" }'}
            invalid={problems['body.variables'] !== undefined}
            variables={known}
            onChange={(variables) => onChange({ ...body, variables })}
            wrap
          />
        </div>
      </div>
      {isOpen ? (
        <SchemaExplorer
          schema={schema}
          onLoad={() => (asked === draft.url ? void schema.refetch() : setAsked(draft.url))}
          onClose={() => setOpen(false)}
        />
      ) : null}
    </div>
  );
}

const transports = [
  { value: 'webSocket', label: 'Over WebSocket' },
  { value: 'serverSentEvents', label: 'As server-sent events' },
] as const;

/** How a subscription's results are delivered; other operations have a single response. */
function TransportSelect({ draft, body, onChange }: Pick<Props, 'draft' | 'body' | 'onChange'>) {
  const accept = draft.headers.find(({ key, enabled }) => enabled && key.toLowerCase() === 'accept')?.value;
  const transport = subscriptionTransport(body, accept);
  if (!transport) return null;
  return (
    <Select
      size="xs"
      w={190}
      aria-label="How results come"
      allowDeselect={false}
      data={transports}
      value={transport}
      onChange={(subscription) => subscription && onChange({ ...body, subscription })}
    />
  );
}

const none: readonly CodeFault[] = [];

/** What the schema disallows in a document, shortly after typing. */
function useFaults(query: string, schema: GraphqlSchema | undefined): readonly CodeFault[] {
  const text = useDeferredValue(query);
  // The validator only loads once there is a schema.
  const checks = useQuery({
    queryKey: ['graphql-faults'],
    queryFn: () => import('../../model/graphql/graphql-faults.ts'),
    enabled: schema !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
  }).data;
  return useMemo(() => (checks && schema ? checks.graphqlFaults(text, schema.raw) : none), [checks, schema, text]);
}

/** The first fault in words, for users who don't hover. */
function FaultLine({ text, faults }: { text: string; faults: readonly CodeFault[] }) {
  const [first] = faults;
  if (!first) return null;
  const line = text.slice(0, first.start).split('\n').length;
  return (
    <p className={classes.fault} role="status">
      Line {line}: {first.message}
      {faults.length > 1 ? ` ${faults.length - 1} more.` : ''}
    </p>
  );
}
