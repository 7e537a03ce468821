import { usePreferences } from '../../../../shared/preferences.ts';
import { Blank, BlankLines } from '../../../../ui/blank/blank.tsx';
import { SplitPane } from '../../../../ui/panes/split-pane.tsx';
import classes from '../editor/editor.module.css';
import tree from '../tree/tree.module.css';

/** RequestSkeleton is shown in place of a loading request and its response. */
export function RequestSkeleton() {
  const { editorLayout } = usePreferences();
  return (
    <SplitPane
      id={`editor-${editorLayout}`}
      label="Size of the request"
      direction={editorLayout === 'under' ? 'column' : 'row'}
      initial={50}
      flows
      first={
        <div className={classes.request} aria-busy="true">
          <span className="visually-hidden">Loading the script…</span>
          <div className={classes.nameLine}>
            <Blank width="30%" height={12} line={26} />
          </div>
          <div className={classes.line}>
            <Blank width="100%" height={28} />
          </div>
          <BlankLines count={4} />
        </div>
      }
      second={<div className={classes.response} />}
    />
  );
}

/** SuiteSkeleton is shown in place of a loading suite editor. */
export function SuiteSkeleton() {
  return (
    <div className={classes.frame} aria-busy="true">
      <span className="visually-hidden">Loading the suite…</span>
      <div className={classes.suiteBar}>
        <Blank width={220} height={10} />
      </div>
      <div className="grow" style={{ minHeight: 0 }}>
        <SplitPane
          id="suite-tree"
          label="Width of the script list"
          direction="row"
          initial={20}
          min={12}
          max={45}
          screen="first"
          first={
            <div className={tree.tree}>
              <div className={tree.treeBar}>
                <Blank width="100%" height={28} />
              </div>
              <BlankLines count={6} line={28} />
            </div>
          }
          second={
            <>
              <div className={classes.tabs} />
              <div className="grow" style={{ minHeight: 0 }}>
                <RequestSkeleton />
              </div>
            </>
          }
        />
      </div>
    </div>
  );
}
