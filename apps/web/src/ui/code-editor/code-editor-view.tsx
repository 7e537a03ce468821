import {
  autocompletion,
  type CompletionContext,
  type CompletionResult,
  closeBrackets,
  closeBracketsKeymap,
  completionKeymap,
} from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands';
import { html } from '@codemirror/lang-html';
import { javascript } from '@codemirror/lang-javascript';
import { json } from '@codemirror/lang-json';
import { xml } from '@codemirror/lang-xml';
import { bracketMatching, foldGutter, foldKeymap, HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import { highlightSelectionMatches, openSearchPanel, search, searchKeymap } from '@codemirror/search';
import { Compartment, EditorState, type Extension } from '@codemirror/state';
import { drawSelection, EditorView, highlightActiveLine, keymap, lineNumbers, placeholder } from '@codemirror/view';
import { tags } from '@lezer/highlight';
import { useEffect, useRef } from 'react';
import { type CodeFault, faultMarks } from './fault-marks.ts';
import { graphql } from './graphql-language.ts';
import { type CodeVariables, type CodeWord, variableMarks } from './variable-marks.ts';

export type CodeLanguage = 'json' | 'xml' | 'html' | 'javascript' | 'graphql' | 'text';

export interface CodeEditorProps {
  label: string;
  value: string;
  language: CodeLanguage;
  onChange?: (value: string) => void;
  readOnly?: boolean;
  wrap?: boolean;
  placeholder?: string;
  /** Whether the project refuses the contents. */
  invalid?: boolean;
  /** Called with the caret's offset when the user moves it. */
  onCaret?: (offset: number) => void;
  /** Suggested at the start of a word, such as `pm.response.json()`. */
  words?: readonly CodeWord[];
  /** Suggested at a position, such as the fields that a schema allows there. */
  wordsAt?: (text: string, caret: number) => readonly CodeWord[];
  /** Suggested after `{{`, and marked in the text. */
  variables?: CodeVariables | undefined;
  /** Underlined ranges, each with what is wrong there. */
  faults?: readonly CodeFault[];
  /** Without line numbers, for a text of a line or two. */
  isPlain?: boolean;
  /** Each change of this number opens the search panel. */
  searchSignal?: number;
}

const colors = HighlightStyle.define([
  { tag: tags.propertyName, color: 'var(--code-name)' },
  { tag: [tags.string, tags.attributeValue], color: 'var(--code-string)' },
  { tag: [tags.number, tags.bool, tags.null], color: 'var(--code-number)' },
  { tag: [tags.keyword, tags.definitionKeyword, tags.controlKeyword], color: 'var(--accent)' },
  { tag: [tags.tagName, tags.angleBracket], color: 'var(--code-name)' },
  { tag: tags.attributeName, color: 'var(--code-number)' },
  { tag: [tags.comment, tags.meta], color: 'var(--ink-3)' },
]);

const look = EditorView.theme({
  '&': { height: '100%', fontSize: '12px', backgroundColor: 'var(--surface)', color: 'var(--ink)' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'var(--mono)', lineHeight: '18px', fontVariantLigatures: 'none' },
  '.cm-content': { padding: '6px 0', caretColor: 'var(--ink)' },
  '.cm-gutters': { backgroundColor: 'var(--surface)', color: 'var(--ink-3)', border: 'none', paddingLeft: '4px' },
  '.cm-activeLine': { backgroundColor: 'color-mix(in srgb, var(--ink) 4%, transparent)' },
  '.cm-cursor': { borderLeftColor: 'var(--ink)' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
    backgroundColor: 'var(--sel)',
  },
  '.cm-matchingBracket, &.cm-focused .cm-matchingBracket': {
    backgroundColor: 'var(--accent-soft)',
    outline: '1px solid var(--strong)',
  },
  '.cm-panels': { backgroundColor: 'var(--canvas)', color: 'var(--ink)', borderColor: 'var(--line)' },
  '.cm-panel input, .cm-panel button': { fontSize: '12px' },
  '.cm-textfield': { backgroundColor: 'var(--surface)', border: '1px solid var(--strong)', borderRadius: '4px' },
  '.cm-button': {
    backgroundImage: 'none',
    backgroundColor: 'var(--surface)',
    border: '1px solid var(--strong)',
    borderRadius: '4px',
  },
  '.cm-searchMatch': { backgroundColor: 'var(--warn-soft)', outline: '1px solid var(--warn)' },
  '.cm-tooltip': {
    backgroundColor: 'var(--raised)',
    border: '1px solid var(--strong)',
    borderRadius: '6px',
    color: 'var(--ink)',
  },
  '.cm-tooltip-autocomplete > ul': { fontFamily: 'var(--mono)', maxWidth: 'min(560px, 90vw)' },
  '.cm-tooltip-autocomplete > ul > li[aria-selected]': { backgroundColor: 'var(--sel)', color: 'var(--ink)' },
  '.cm-completionDetail': { fontFamily: 'inherit', fontStyle: 'normal', color: 'var(--ink-3)' },
  '.cm-placeholder': { color: 'var(--ink-3)' },
  '.cm-foldPlaceholder': { backgroundColor: 'var(--hover)', border: 'none', color: 'var(--ink-3)' },
});

const languages: Record<CodeLanguage, () => Extension> = {
  json,
  xml,
  html,
  javascript,
  graphql,
  text: () => [],
};

const language = new Compartment();
const wrapping = new Compartment();
const validity = new Compartment();
const marks = new Compartment();
const faults = new Compartment();

const validityOf = (isInvalid = false): Extension =>
  isInvalid ? EditorView.contentAttributes.of({ 'aria-invalid': 'true' }) : [];

/** Completions at the caret: a variable after `{{`, or one of the words. */
function completionsAt(
  context: CompletionContext,
  { words, wordsAt, variables }: CodeEditorProps,
): CompletionResult | null {
  const variable = context.matchBefore(/\{\{[\w.$-]*/);
  if (variable)
    return {
      from: variable.from + 2,
      options: (variables?.words ?? []).map(({ label, detail }) => ({
        label,
        detail,
        apply: (view, _completion, from, to) => {
          const isClosed = view.state.sliceDoc(to, to + 2) === '}}';
          view.dispatch({
            changes: { from, to: isClosed ? to + 2 : to, insert: `${label}}}` },
            selection: { anchor: from + label.length + 2 },
          });
        },
      })),
    };
  if (wordsAt) {
    const typed = context.matchBefore(/\$?\w*/);
    if (!context.explicit && (!typed || typed.from === typed.to)) return null;
    const options = wordsAt(context.state.doc.toString(), context.pos);
    return { from: typed?.from ?? context.pos, options: [...options], validFor: /^\$?\w*$/ };
  }
  const word = context.matchBefore(/[A-Za-z_][\w.]*/);
  if (!word || !words) return null;
  return {
    from: word.from,
    options: words.map(({ label, detail }) => ({ label, detail, type: 'function' })),
    validFor: /^[\w.]*$/,
  };
}

/** CodeEditorView is CodeMirror as a React component; use it through `CodeEditor`, which loads it when first needed. */
export default function CodeEditorView(props: CodeEditorProps) {
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView | null>(null);
  const latest = useRef(props);
  latest.current = props;

  // biome-ignore lint/correctness/useExhaustiveDependencies: the view is made once; later changes are dispatched below
  useEffect(() => {
    const { readOnly = false } = props;
    const takesTab = !readOnly && !props.isPlain;
    const editor = new EditorView({
      parent: host.current!,
      state: EditorState.create({
        doc: props.value,
        extensions: [
          props.isPlain ? [] : [lineNumbers(), foldGutter()],
          drawSelection(),
          bracketMatching(),
          highlightSelectionMatches(),
          search({ top: true }),
          syntaxHighlighting(colors),
          look,
          readOnly
            ? EditorState.readOnly.of(true)
            : [
                history(),
                closeBrackets(),
                highlightActiveLine(),
                autocompletion({ override: [(context) => completionsAt(context, latest.current)], icons: false }),
              ],
          placeholder(props.placeholder ?? ''),
          EditorView.contentAttributes.of({
            'aria-label': props.label,
            tabindex: '0',
            ...(takesTab && { 'aria-description': 'Tab indents. Press Escape, then Tab, to leave.' }),
          }),
          // Ctrl Enter and Ctrl S belong to the page; Tab leaves a read-only view.
          keymap.of([
            ...closeBracketsKeymap,
            ...(readOnly ? [] : completionKeymap),
            ...defaultKeymap.filter((binding) => binding.key !== 'Mod-Enter'),
            ...historyKeymap,
            ...foldKeymap,
            ...searchKeymap,
            ...(takesTab ? [indentWithTab] : []),
          ]),
          language.of(languages[props.language]()),
          wrapping.of(props.wrap ? EditorView.lineWrapping : []),
          validity.of(validityOf(props.invalid)),
          marks.of(variableMarks(props.variables)),
          faults.of(faultMarks(props.faults)),
          EditorView.updateListener.of((update) => {
            if (update.docChanged) latest.current.onChange?.(update.state.doc.toString());
            if (update.selectionSet && update.view.hasFocus) latest.current.onCaret?.(update.state.selection.main.head);
          }),
        ],
      }),
    });
    view.current = editor;
    return () => editor.destroy();
  }, []);

  useEffect(() => {
    const editor = view.current;
    if (editor && editor.state.doc.toString() !== props.value)
      editor.dispatch({ changes: { from: 0, to: editor.state.doc.length, insert: props.value } });
  }, [props.value]);
  useEffect(() => {
    view.current?.dispatch({
      effects: [
        language.reconfigure(languages[props.language]()),
        wrapping.reconfigure(props.wrap ? EditorView.lineWrapping : []),
        validity.reconfigure(validityOf(props.invalid)),
      ],
    });
  }, [props.language, props.wrap, props.invalid]);
  useEffect(() => {
    view.current?.dispatch({ effects: marks.reconfigure(variableMarks(props.variables)) });
  }, [props.variables]);
  useEffect(() => {
    view.current?.dispatch({ effects: faults.reconfigure(faultMarks(props.faults)) });
  }, [props.faults]);
  useEffect(() => {
    if (props.searchSignal && view.current) openSearchPanel(view.current);
  }, [props.searchSignal]);

  return <div ref={host} style={{ height: '100%', minHeight: 0, overflow: 'hidden' }} />;
}
