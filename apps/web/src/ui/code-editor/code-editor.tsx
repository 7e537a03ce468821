import { lazy, Suspense } from 'react';
import { Late } from '../page.tsx';
import type { CodeEditorProps } from './code-editor-view.tsx';

const View = lazy(() => import('./code-editor-view.tsx'));

/** CodeEditor edits or shows code; the editor itself loads when the first one appears. */
export function CodeEditor(props: CodeEditorProps) {
  return (
    <Suspense
      fallback={
        <Late>
          <p className="dim" style={{ padding: 12 }}>
            Loading the editor…
          </p>
        </Late>
      }
    >
      <View {...props} />
    </Suspense>
  );
}
