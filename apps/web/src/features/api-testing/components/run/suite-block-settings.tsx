import type { DataFileChoice } from '@touchstone/contracts/workspaces';
import type { FlowNodeSettings } from '../../../../shared/flows/flow-node-look.ts';
import { checkDataRows } from '../../model/data-rows.ts';
import { DataRows } from './data-rows.tsx';

/** SuiteBlockSettings sets whether a workflow block runs its suite once, or once per row of a data file. */
export function SuiteBlockSettings({ node, projectId, isReadOnly, onChange }: FlowNodeSettings) {
  const { suiteId, projectId: home } = node.settings;
  // null: rows are enabled, but no file is selected yet.
  const dataFile = node.settings.dataFile as DataFileChoice | null | undefined;
  if (typeof suiteId !== 'string' || suiteId === '') return null;
  return (
    <fieldset disabled={isReadOnly} className="form" style={{ border: 0, padding: 0, margin: '12px 0 0', minWidth: 0 }}>
      <DataRows
        context={{ projectId: typeof home === 'string' ? home : projectId, suiteIds: [suiteId] }}
        isOn={dataFile !== undefined}
        onToggle={(isOn) => onChange({ dataFile: isOn ? null : undefined })}
        choice={dataFile ?? null}
        onChange={(choice) => onChange({ dataFile: choice })}
        remembered={null}
        problems={dataFile ? checkDataRows(dataFile) : {}}
      />
    </fieldset>
  );
}
