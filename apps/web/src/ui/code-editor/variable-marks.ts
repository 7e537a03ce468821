import type { Extension } from '@codemirror/state';
import {
  Decoration,
  type DecorationSet,
  EditorView,
  MatchDecorator,
  ViewPlugin,
  type ViewUpdate,
} from '@codemirror/view';

/** A completion offered while typing. */
export interface CodeWord {
  label: string;
  detail: string;
}

/** CodeVariables contains the variables that a text may use, written `{{name}}`. */
export interface CodeVariables {
  words: readonly CodeWord[];
  /** Describes a variable in one line. */
  describe: (name: string) => { text: string; hasValue: boolean };
}

const look = EditorView.theme({ '.cm-noValue': { textDecoration: 'underline wavy var(--warn)' } });

/** variableMarks underlines each variable without a value, and describes any variable on hover. */
export function variableMarks(variables: CodeVariables | undefined): Extension {
  if (!variables) return [];
  const matcher = new MatchDecorator({
    regexp: /\{\{\s*([^{}]*?)\s*\}\}/g,
    decoration: ([, name = '']) => {
      if (name === '') return null;
      const { text, hasValue } = variables.describe(name);
      return Decoration.mark({
        class: hasValue ? '' : 'cm-noValue',
        attributes: { title: `{{${name}}}: ${text}` },
      });
    },
  });
  const plugin = ViewPlugin.fromClass(
    class {
      decorations: DecorationSet;
      constructor(view: EditorView) {
        this.decorations = matcher.createDeco(view);
      }
      update(update: ViewUpdate) {
        this.decorations = matcher.updateDeco(update, this.decorations);
      }
    },
    { decorations: ({ decorations }) => decorations },
  );
  return [look, plugin];
}
