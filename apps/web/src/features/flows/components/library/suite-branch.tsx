import { useQuery } from '@tanstack/react-query';
import type { ScriptSummary } from '@touchstone/contracts/api-testing';
import { scriptsQuery } from '../../../api-testing/index.ts';
import type { DraggedKind } from '../../model/canvas/dragged-kind.ts';
import type { BlockKinds } from '../../model/kinds.ts';
import { LibraryBranch } from './library-branch.tsx';
import { LibraryItem } from './library-item.tsx';

interface Props {
  suite: { suiteId: string; suiteName: string };
  kinds: BlockKinds;
  onAdd: (chosen: DraggedKind) => void;
  depth?: number;
  /** The suite's workspace, if workflows may use other workspaces. */
  projectId?: string;
  /** Present during a search: whether a script matches. */
  matches?: ((script: Pick<ScriptSummary, 'scriptId' | 'scriptName'>) => boolean) | undefined;
  /** Hides the suite while none of its scripts match. */
  hidesWithoutMatch?: boolean;
}

/** SuiteBranch is a suite in the library: blocks for all of it, and its scripts. */
export function SuiteBranch({ suite, kinds, onAdd, depth = 0, projectId, matches, hidesWithoutMatch = false }: Props) {
  const { suiteId, suiteName } = suite;
  const isSearched = matches !== undefined;
  const scripts = useQuery({ ...scriptsQuery(suiteId), enabled: isSearched });
  const shown = (scripts.data ?? []).filter((script) => matches?.(script));
  if (isSearched && hidesWithoutMatch && shown.length === 0) return null;
  const ofSuites = kinds.all.filter(({ look }) => look?.suiteLabel !== undefined);
  const own = { suiteId, ...(projectId !== undefined && { projectId }) };
  return (
    <LibraryBranch name={suiteName} listName={`Scripts of ${suiteName}`} depth={depth} isForcedOpen={isSearched}>
      {() => (
        <>
          {ofSuites.map((kind) => (
            <li key={kind.kind}>
              <LibraryItem
                kind={kind}
                label={kind.look?.suiteLabel ?? kind.title}
                depth={depth + 1}
                chosen={{ kind: kind.kind, given: { name: suiteName, settings: { ...kind.look?.settings, ...own } } }}
                onAdd={onAdd}
              />
            </li>
          ))}
          <Scripts suiteId={suiteId} matches={matches} kinds={kinds} own={own} depth={depth + 1} onAdd={onAdd} />
        </>
      )}
    </LibraryBranch>
  );
}

function Scripts({
  suiteId,
  matches = () => true,
  kinds,
  own,
  depth,
  onAdd,
}: Required<Pick<Props, 'kinds' | 'onAdd' | 'depth'>> &
  Pick<Props, 'matches'> & { suiteId: string; own: { suiteId: string; projectId?: string } }) {
  const scripts = useQuery(scriptsQuery(suiteId));
  const kind = kinds.find('api-script');
  if (!kind) return null;
  return (scripts.data ?? []).filter(matches).map(({ scriptId, scriptName, method, url }) => (
    <li key={scriptId}>
      <LibraryItem
        kind={kind}
        label={scriptName}
        depth={depth}
        chosen={{
          kind: kind.kind,
          given: { name: scriptName, settings: { scriptId, ...own, path: `${method} ${url}`.trim() } },
        }}
        onAdd={onAdd}
      />
    </li>
  ));
}
