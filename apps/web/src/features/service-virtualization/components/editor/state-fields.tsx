import { NumberInput, Select, TextInput } from '@mantine/core';
import type { AssetProblem } from '@touchstone/contracts/service-virtualization';
import { patchMembers } from '../../model/asset-draft.ts';
import { type Json, textAt } from '../../model/stub/json.ts';
import { type ScopeForm, scopeForms, scopeOf, scopeValue } from '../../model/stub/state-scope.ts';
import classes from './editor.module.css';
import { ProblemList } from './problem-list.tsx';

interface Props {
  stub: Json;
  problems: readonly AssetProblem[];
  onChange: (stub: Json) => void;
}

const names: Partial<Record<ScopeForm, string>> = {
  header: 'Header',
  cookie: 'Cookie',
  query: 'Query parameter',
  session: 'Session cookie',
  tokenClaim: 'Claim',
  expression: 'Expression',
};

/** StateFields edits the scenario state in which a stub responds, and the state that follows. */
export function StateFields({ stub, problems, onChange }: Props) {
  const set = (patch: Json) => onChange(patchMembers(stub, patch));
  const scope = scopeOf(stub.stateScope);
  const scopeName = names[scope.form];
  const field = (label: string, member: string, placeholder: string) => (
    <TextInput
      label={label}
      placeholder={placeholder}
      value={textAt(stub, member)}
      onChange={(event) => set({ [member]: event.currentTarget.value })}
    />
  );
  return (
    <>
      <div className={classes.grid}>
        {field('Scenario', 'scenarioName', 'No scenario')}
        {field('Required state', 'requiredScenarioState', 'Any state')}
        {field('New state', 'newScenarioState', 'Stays the same')}
      </div>
      <div className={classes.grid}>
        <Select
          label="State of"
          allowDeselect={false}
          data={Object.entries(scopeForms).map(([value, label]) => ({ value, label }))}
          value={scope.form}
          onChange={(form) => form && set({ stateScope: scopeValue(form as ScopeForm, scope.name) })}
        />
        {scopeName ? (
          <TextInput
            label={scopeName}
            classNames={{ input: 'mono' }}
            placeholder={scope.form === 'expression' ? '{{request.path.[0]}}' : ''}
            value={scope.name}
            // The name may be empty while typing.
            onChange={(event) => onChange({ ...stub, stateScope: { [scope.form]: event.currentTarget.value } })}
          />
        ) : null}
        <NumberInput
          label="Priority"
          placeholder="5"
          description="The lowest number answers first."
          inputWrapperOrder={['label', 'input', 'description']}
          min={0}
          allowDecimal={false}
          value={typeof stub.priority === 'number' ? stub.priority : ''}
          onChange={(value) => set({ priority: typeof value === 'number' ? value : undefined })}
        />
      </div>
      <ProblemList problems={problems} place="state" />
    </>
  );
}
