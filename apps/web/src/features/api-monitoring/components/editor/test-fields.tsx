import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Choice } from '../../../../shared/choices.ts';
import { RemoteSelect } from '../../../../ui/select/remote-select.tsx';
import { projectQuery } from '../../../api-testing/index.ts';
import { testChoices, workspaceChoices } from '../../api/test-choices.ts';
import { type DefinitionOf, type TestKind, testField, testOf } from '../../model/definition-draft.ts';
import type { DefinitionPart } from './form-part.ts';
import { NumberField } from './number-field.tsx';

type TestDefinition = DefinitionOf<TestKind>;

const nouns: Record<TestKind, string> = { 'api-script': 'Script', 'api-suite': 'Suite', workflow: 'Workflow' };

interface Props extends DefinitionPart<TestDefinition> {
  /** Name of the selected test, if known. */
  test: string | undefined;
  onTest: (test: Choice) => void;
}

/** TestFields selects the script, suite or workflow to run. */
export function TestFields({ definition, problems, test, onChange, onTest }: Props) {
  const { kind, projectId } = definition;
  const workspace = useQuery({ ...projectQuery(projectId), enabled: projectId !== '', retry: false }).data;
  const testId = testOf(definition)?.testId ?? '';
  const source = useMemo(() => testChoices(kind, projectId), [kind, projectId]);
  const noun = nouns[kind];
  const set = (patch: object) => onChange(patch as Partial<TestDefinition>);
  return (
    <>
      <RemoteSelect
        label="Workspace"
        placeholder="Choose a workspace"
        source={workspaceChoices}
        nothingFound="No matching workspace"
        emptyMessage="You have no workspace in API testing."
        value={projectId === '' ? null : { value: projectId, label: workspace?.projectName ?? '' }}
        error={problems.projectId}
        onChange={({ value }) => set({ projectId: value, [testField(kind)]: '' })}
      />
      {projectId === '' ? null : (
        <RemoteSelect
          key={projectId}
          label={noun}
          placeholder={`Choose a ${noun.toLowerCase()}`}
          source={source}
          nothingFound={`No matching ${noun.toLowerCase()}`}
          emptyMessage={`This workspace has no ${noun.toLowerCase()}.`}
          value={testId === '' ? null : { value: testId, label: test ?? '' }}
          error={problems[testField(kind)]}
          onChange={(choice) => {
            set({ [testField(kind)]: choice.value });
            onTest(choice);
          }}
        />
      )}
      {definition.kind === 'api-suite' ? (
        <NumberField
          label="Scripts at once"
          min={1}
          max={100}
          value={definition.parallel ?? 1}
          error={problems.parallel}
          onChange={(parallel) => set({ parallel })}
        />
      ) : null}
    </>
  );
}
