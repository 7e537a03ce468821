import type { MonitorDefinitionInput } from '@touchstone/contracts/api-monitoring';
import type { MonitorDraft, Problems } from '../../model/monitor-draft.ts';

/** What every part of the form of a monitored API gets. */
export interface FormPart {
  draft: MonitorDraft;
  problems: Problems;
  onChange: (patch: Partial<MonitorDraft>) => void;
}

/** What the part of the form gets that says what is checked. */
export interface DefinitionPart<D extends MonitorDefinitionInput> {
  definition: D;
  /** By dotted place below the definition. */
  problems: Problems;
  /** The project of monitoring. */
  projectId: string;
  onChange: (patch: Partial<D>) => void;
}
