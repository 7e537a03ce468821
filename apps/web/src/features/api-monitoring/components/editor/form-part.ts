import type { MonitorDefinitionInput } from '@touchstone/contracts/api-monitoring';
import type { MonitorDraft, Problems } from '../../model/monitor-draft.ts';

/** Props of each part of a monitored API's form. */
export interface FormPart {
  draft: MonitorDraft;
  problems: Problems;
  onChange: (patch: Partial<MonitorDraft>) => void;
}

/** Props of the form part that edits what is checked. */
export interface DefinitionPart<D extends MonitorDefinitionInput> {
  definition: D;
  /** By dotted path below the definition. */
  problems: Problems;
  /** The monitoring project. */
  projectId: string;
  onChange: (patch: Partial<D>) => void;
}
