import { TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { ChevronDown, ChevronRight } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Loaded } from '../../../../ui/loaded.tsx';
import { scriptsQuery, suitesQuery } from '../../../api-testing/index.ts';
import { type DraggedKind, draggedKind } from '../../model/canvas/dragged-kind.ts';
import type { BlockKind, BlockKinds } from '../../model/kinds.ts';
import classes from './panels.module.css';

interface Props {
  kinds: BlockKinds;
  projectId: string;
  /** Adds what was chosen by keyboard or by a click. */
  onAdd: (chosen: DraggedKind) => void;
}

const groups: [group: BlockKind['group'], title: string][] = [
  ['control', 'Control'],
  ['data', 'Data'],
  ['message', 'Messages'],
];
/** Kinds that are added by choosing what they run; a workflow has one start. */
const isChosenOtherwise = ({ kind, group }: BlockKind) => kind === 'start' || group === 'script';

/** BlockList is the searched tree of what can be put on the canvas: scripts of the workspace, and all other kinds. */
export function BlockList({ kinds, projectId, onAdd }: Props) {
  const [text, setText] = useState('');
  const wanted = text.trim().toLowerCase();
  const others = kinds.all.filter((kind) => !isChosenOtherwise(kind) && kind.title.toLowerCase().includes(wanted));
  const script = kinds.find('api-script');
  return (
    <section className={classes.panel} aria-label="Blocks">
      <div className={classes.head}>
        <TextInput
          aria-label="Search blocks and scripts"
          placeholder="Search blocks and scripts"
          className="grow"
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
      </div>
      <div className={classes.body}>
        {script ? (
          <Group title="API scripts">
            <Suites projectId={projectId} wanted={wanted} kinds={kinds} onAdd={onAdd} />
          </Group>
        ) : null}
        {groups.map(([group, title]) => {
          const shown = others.filter((kind) => kind.group === group);
          return shown.length === 0 ? null : (
            <Group key={group} title={title}>
              {shown.map((kind) => (
                <li key={kind.kind}>
                  <Item kind={kind} label={kind.title} chosen={{ kind: kind.kind }} onAdd={onAdd} />
                </li>
              ))}
            </Group>
          );
        })}
      </div>
    </section>
  );
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div style={{ marginBottom: 12 }}>
      <h3 className="eyebrow">{title}</h3>
      <ul className={classes.list} aria-label={title} style={{ gap: 0 }}>
        {children}
      </ul>
    </div>
  );
}

interface ItemProps {
  kind: BlockKind;
  label: string;
  isNested?: boolean;
  chosen: DraggedKind;
  onAdd: Props['onAdd'];
}

function Item({ kind, label, isNested = false, chosen, onAdd }: ItemProps) {
  const { icon: Icon, unavailable, description, colour } = kind;
  return (
    <button
      type="button"
      className={`${classes.item} ${isNested ? classes.nested : ''}`}
      title={unavailable ?? description}
      disabled={unavailable !== null}
      draggable={unavailable === null}
      onDragStart={(event) => draggedKind.write(event.dataTransfer, chosen)}
      onClick={() => onAdd(chosen)}
    >
      <span className={classes.dot} data-colour={colour} aria-hidden />
      <Icon size={14} aria-hidden />
      <span className="grow ellipsis">{label}</span>
    </button>
  );
}

function Suites({ projectId, wanted, kinds, onAdd }: { projectId: string; wanted: string } & Omit<Props, 'projectId'>) {
  const suites = useQuery(suitesQuery({ projectId, page: 0, size: 100 }));
  return (
    <Loaded query={suites} empty="No suites yet" isEmpty={({ content }) => content.length === 0}>
      {({ content }) =>
        content.map(({ suiteId, suiteName }) => (
          <Suite key={suiteId} suiteId={suiteId} name={suiteName} wanted={wanted} kinds={kinds} onAdd={onAdd} />
        ))
      }
    </Loaded>
  );
}

function Suite({
  suiteId,
  name,
  wanted,
  kinds,
  onAdd,
}: {
  suiteId: string;
  name: string;
  wanted: string;
  kinds: BlockKinds;
  onAdd: Props['onAdd'];
}) {
  const [isOpen, setOpen] = useState(false);
  const isSearched = wanted !== '';
  const scripts = useQuery({ ...scriptsQuery(suiteId), enabled: isOpen || isSearched });
  const [kind, suite] = [kinds.find('api-script'), kinds.find('api-suite')];
  const isFound = name.toLowerCase().includes(wanted);
  const shown = (scripts.data ?? []).filter((script) => isFound || script.scriptName.toLowerCase().includes(wanted));
  if (isSearched && !isFound && shown.length === 0) return null;
  const Chevron = isOpen || isSearched ? ChevronDown : ChevronRight;
  return (
    <li>
      <button
        type="button"
        className={classes.item}
        aria-expanded={isOpen || isSearched}
        onClick={() => setOpen(!isOpen)}
      >
        <Chevron size={14} aria-hidden />
        <span className="grow ellipsis">{name}</span>
      </button>
      {isOpen || isSearched ? (
        <ul className={classes.list} aria-label={`Scripts of ${name}`} style={{ gap: 0, margin: 0 }}>
          {suite ? (
            <li>
              <Item
                kind={suite}
                label="Whole suite"
                isNested
                chosen={{ kind: suite.kind, given: { name, settings: { suiteId } } }}
                onAdd={onAdd}
              />
            </li>
          ) : null}
          {kind
            ? shown.map(({ scriptId, scriptName, method, url }) => (
                <li key={scriptId}>
                  <Item
                    kind={kind}
                    label={scriptName}
                    isNested
                    chosen={{
                      kind: kind.kind,
                      given: { name: scriptName, settings: { scriptId, suiteId, path: `${method} ${url}`.trim() } },
                    }}
                    onAdd={onAdd}
                  />
                </li>
              ))
            : null}
        </ul>
      ) : null}
    </li>
  );
}
