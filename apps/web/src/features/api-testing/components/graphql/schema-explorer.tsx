import { ActionIcon, Button, TextInput } from '@mantine/core';
import { ChevronLeft, RotateCw, X } from 'lucide-react';
import { useState } from 'react';
import { messageOf } from '../../../../shared/toasts.ts';
import { Late } from '../../../../ui/page.tsx';
import {
  type GraphqlField,
  type GraphqlInput,
  type GraphqlSchema,
  type GraphqlType,
  namedType,
  type TypeUse,
  typeText,
} from '../../model/graphql/graphql-schema.ts';
import classes from './graphql.module.css';

interface Props {
  schema: { data: GraphqlSchema | undefined; error: Error | null; isFetching: boolean };
  onLoad: () => void;
  onClose: () => void;
}

/** SchemaExplorer shows the types of a GraphQL server, starting with its root operations. */
export function SchemaExplorer({ schema: { data, error, isFetching }, onLoad, onClose }: Props) {
  const [path, setPath] = useState<string[]>([]);
  const [words, setWords] = useState('');
  const open = path.at(-1);
  const go = (name: string) => {
    setPath([...path, name]);
    setWords('');
  };
  return (
    <section className={classes.explorer} aria-label="GraphQL schema">
      <div className={classes.explorerBar}>
        {open ? (
          <ActionIcon size={24} aria-label="Back" onClick={() => setPath(path.slice(0, -1))}>
            <ChevronLeft size={15} />
          </ActionIcon>
        ) : null}
        <strong className="ellipsis grow">{open ?? 'Schema'}</strong>
        <ActionIcon size={24} aria-label="Load the schema again" onClick={onLoad}>
          <RotateCw size={14} />
        </ActionIcon>
        <ActionIcon size={24} aria-label="Close the schema" onClick={onClose}>
          <X size={14} />
        </ActionIcon>
      </div>
      {isFetching ? (
        <Late>
          <p className={classes.note}>Loading the schema…</p>
        </Late>
      ) : error ? (
        <div className={classes.note} role="alert">
          {messageOf(error)}
          <div>
            <Button mt="xs" size="compact-sm" variant="default" onClick={onLoad}>
              Try again
            </Button>
          </div>
        </div>
      ) : data ? (
        <>
          <TextInput
            m={6}
            aria-label="Search the schema"
            placeholder="Search"
            value={words}
            onChange={(event) => setWords(event.currentTarget.value)}
          />
          <Entries schema={data} open={open} words={words.trim().toLowerCase()} onType={go} />
        </>
      ) : (
        <div className={classes.note}>
          The address has changed.
          <div>
            <Button mt="xs" size="compact-sm" variant="default" onClick={onLoad}>
              Load the schema
            </Button>
          </div>
        </div>
      )}
    </section>
  );
}

/** Entries rendered at most; search finds the others. */
const maxEntries = 300;

interface EntriesProps {
  schema: GraphqlSchema;
  open: string | undefined;
  words: string;
  onType: (name: string) => void;
}

function Entries({ schema, open, words, onType }: EntriesProps) {
  const entries = open ? entriesOfType(schema.types.get(open)) : entriesOfSchema(schema, words !== '');
  const found = entries.filter(({ name }) => name.toLowerCase().includes(words));
  const about = open ? schema.types.get(open)?.description : undefined;
  return (
    <ul className={classes.entries} aria-label={open ? `Fields of ${open}` : 'Types'}>
      {about ? <li className={classes.about}>{about}</li> : null}
      {found.slice(0, maxEntries).map((entry) => (
        <li key={`${entry.group ?? ''} ${entry.name}`}>
          <div className={classes.signature}>
            {entry.type ? (
              <>
                {entry.name}
                <Arguments inputs={entry.args} onType={onType} />
                {': '}
                <TypeButton type={entry.type} onType={onType} />
              </>
            ) : entry.group === 'value' ? (
              entry.name
            ) : (
              <button type="button" className={classes.type} onClick={() => onType(entry.name)}>
                {entry.name}
              </button>
            )}
            {entry.group && entry.group !== 'value' ? <span className="dim"> {entry.group}</span> : null}
          </div>
          {entry.isDeprecated ? <p className={classes.about}>Deprecated: {entry.deprecationReason}</p> : null}
          {entry.description ? <p className={classes.about}>{entry.description}</p> : null}
        </li>
      ))}
      {found.length === 0 ? <li className="dim">Nothing matches.</li> : null}
      {found.length > maxEntries ? <li className="dim">Search to see the other {found.length - maxEntries}.</li> : null}
    </ul>
  );
}

interface Entry extends Partial<Omit<GraphqlField, 'name'>> {
  name: string;
  /** Group of the entry; absent for a field. */
  group?: string;
}

/** Root fields, and all types when searching. */
function entriesOfSchema({ roots, types }: GraphqlSchema, isSearch: boolean): Entry[] {
  const first = Object.entries(roots).map(([group, name]): Entry => ({ name, group }));
  const rest = [...types.values()].filter(({ name }) => !name.startsWith('__') && !Object.values(roots).includes(name));
  const others = rest.map(({ name, kind, description }): Entry => {
    const group = kind.toLowerCase().replace('_', ' ');
    return { name, group, ...(description ? { description } : {}) };
  });
  return isSearch ? [...first, ...others] : [...first, ...others.sort((a, b) => a.name.localeCompare(b.name))];
}

function entriesOfType(type: GraphqlType | undefined): Entry[] {
  if (!type) return [];
  return [
    ...(type.fields ?? []),
    ...(type.inputFields ?? []),
    ...(type.enumValues ?? []).map(
      ({ name, description }): Entry => ({
        name,
        group: 'value',
        ...(description ? { description } : {}),
      }),
    ),
    ...(type.possibleTypes ?? []).map((each): Entry => ({ name: namedType(each), group: 'possible type' })),
  ];
}

function TypeButton({ type, onType }: { type: TypeUse; onType: (name: string) => void }) {
  return (
    <button type="button" className={classes.type} onClick={() => onType(namedType(type))}>
      {typeText(type)}
    </button>
  );
}

function Arguments({ inputs = [], onType }: { inputs: GraphqlInput[] | undefined; onType: (name: string) => void }) {
  if (inputs.length === 0) return null;
  return (
    <>
      (
      {inputs.map((input, index) => (
        <span key={input.name}>
          {index > 0 ? ', ' : ''}
          {input.name}: <TypeButton type={input.type} onType={onType} />
        </span>
      ))}
      )
    </>
  );
}
