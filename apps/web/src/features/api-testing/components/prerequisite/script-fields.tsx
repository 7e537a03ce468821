import { Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { scriptQuery, scriptsQuery } from '../../api/scripts.queries.ts';
import { suitesQuery } from '../../api/suites.queries.ts';
import type { FormProblems } from '../../model/editor/form-problems.ts';
import type { PrerequisiteDraft } from '../../model/prerequisite-draft.ts';
import { ExtractSection } from '../editor/sections/extract-section.tsx';
import classes from './prerequisite.module.css';

interface Props {
  projectId: string;
  draft: PrerequisiteDraft;
  onChange: (draft: PrerequisiteDraft) => void;
  problems: FormProblems;
}

/** ScriptFields selects the saved request to send, and the values to extract from its response. */
export function ScriptFields({ projectId, draft, onChange, problems }: Props) {
  const suites = useQuery(suitesQuery({ projectId, page: 0, size: 200 }));
  const chosen = useQuery({ ...scriptQuery(draft.scriptId), enabled: draft.scriptId !== '', retry: false });
  const [picked, setPicked] = useState<string | null>(null);
  const suiteId = picked ?? chosen.data?.suiteId ?? null;
  const scripts = useQuery({ ...scriptsQuery(suiteId ?? ''), enabled: suiteId !== null });
  return (
    <>
      <div className={classes.pair}>
        <Select
          label="Test suite"
          placeholder="Choose a suite"
          searchable
          data={(suites.data?.content ?? []).map((suite) => ({ value: suite.suiteId, label: suite.suiteName }))}
          nothingFoundMessage="No suites yet"
          value={suiteId}
          onChange={(value) => {
            setPicked(value);
            onChange({ ...draft, scriptId: '' });
          }}
        />
        <Select
          label="Script"
          placeholder={suiteId ? 'Choose a script' : 'Choose a suite first'}
          searchable
          disabled={!suiteId}
          data={(scripts.data ?? []).map((script) => ({ value: script.scriptId, label: script.scriptName }))}
          nothingFoundMessage="This suite has no scripts"
          value={draft.scriptId || null}
          error={problems.scriptId}
          onChange={(value) => onChange({ ...draft, scriptId: value ?? '' })}
        />
      </div>
      <div>
        <div className={classes.fieldName}>Values of the response; without any, those of the script</div>
        <div className={classes.boxed}>
          <ExtractSection draft={draft} onChange={onChange} problems={problems} />
        </div>
      </div>
    </>
  );
}
