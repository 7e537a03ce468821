import { Button, Modal, Select } from '@mantine/core';
import type { ScriptInput } from '@touchstone/contracts/api-testing';
import { type SnippetLanguage, snippet, snippetLanguages } from '@touchstone/engine-import/core';
import { Copy } from 'lucide-react';
import { useMemo, useState } from 'react';
import { toast, toastError } from '../../../../shared/toasts.ts';
import { CodeEditor } from '../../../../ui/code-editor/code-editor.tsx';
import { stepOfDraft } from '../../model/request/step-of-draft.ts';
import classes from './code-dialog.module.css';

interface Props {
  draft: ScriptInput;
  onClose: () => void;
}

const key = 'touchstone.snippet-language';
const languages = Object.entries(snippetLanguages).map(([value, label]) => ({ value, label }));
const coloured: Partial<Record<SnippetLanguage, 'javascript'>> = {
  javascript: 'javascript',
  node: 'javascript',
  xhr: 'javascript',
};

function chosenBefore(): SnippetLanguage {
  const stored = localStorage.getItem(key);
  return stored !== null && stored in snippetLanguages ? (stored as SnippetLanguage) : 'shell';
}

/** CodeDialog is the request as code in a language that the user selects; variables stay as written. */
export function CodeDialog({ draft, onClose }: Props) {
  const [language, setLanguage] = useState(chosenBefore);
  const code = useMemo(() => snippet(stepOfDraft(draft), language), [draft, language]);
  const choose = (next: SnippetLanguage) => {
    setLanguage(next);
    localStorage.setItem(key, next);
  };
  const copy = () => void navigator.clipboard.writeText(code).then(() => toast('success', 'Copied'), toastError);
  return (
    <Modal opened onClose={onClose} title="Request as code" size={820}>
      <div className={classes.bar}>
        <Select
          aria-label="Language"
          w={260}
          searchable
          allowDeselect={false}
          data={languages}
          value={language}
          onChange={(value) => value && choose(value as SnippetLanguage)}
        />
        <span className="grow" />
        <Button variant="default" leftSection={<Copy size={14} />} onClick={copy}>
          Copy
        </Button>
      </div>
      <div className={classes.code}>
        <CodeEditor label="Code" value={code} language={coloured[language] ?? 'text'} readOnly wrap />
      </div>
    </Modal>
  );
}
