import type { Script } from '@touchstone/contracts/api-testing';
import type { ReactNode } from 'react';
import type { Choice } from '../../../../shared/choices.ts';
import type { EditorTab } from '../../model/tabs/editor-tabs.ts';
import { EditorTabsBar } from './editor-tabs-bar.tsx';
import { type PlaygroundSends, ScriptEditor } from './script-editor.tsx';
import type { OpenTabs } from './use-open-tabs.ts';

interface Props {
  open: OpenTabs;
  /** Absent if the requests don't belong to a suite yet. */
  suite?: Choice;
  projectId: string | undefined;
  canWrite: boolean;
  nameOf: (tab: EditorTab) => string;
  methodOf: (tab: EditorTab) => string;
  onClose: (tab: EditorTab) => void;
  onSavedElsewhere: (script: Script) => void;
  /** In a narrow window: back to the list of scripts. */
  onList?: () => void;
  listName?: string;
  /** Present for requests of the playground. */
  playground?: PlaygroundSends;
  /** Shown while no tab is open. */
  none: ReactNode;
}

/** OpenRequests shows the editor tabs with the active tab's request. */
export function OpenRequests({ open, suite, projectId, canWrite, onSavedElsewhere, none, playground, ...bar }: Props) {
  const { state, dispatch, active, openNew } = open;
  return (
    <>
      <EditorTabsBar
        tabs={state.tabs}
        active={state.active}
        nameOf={bar.nameOf}
        methodOf={bar.methodOf}
        onActivate={(id) => dispatch({ type: 'open', id })}
        onClose={bar.onClose}
        onNew={canWrite ? () => openNew() : undefined}
        onList={bar.onList}
        listName={bar.listName}
        isMarked={(tab) => open.unsaved.includes(tab)}
      />
      <div className="grow" style={{ minHeight: 0 }}>
        {active ? (
          <ScriptEditor
            key={active.id}
            tab={active}
            suite={suite}
            projectId={projectId}
            canWrite={canWrite}
            dispatch={dispatch}
            onSavedElsewhere={onSavedElsewhere}
            playground={playground}
          />
        ) : (
          none
        )}
      </div>
    </>
  );
}
