import type { ComponentType } from 'react';

/** Subject is an item of one feature that others act on, such as a scheduled suite. */
export interface Subject {
  /** Kind of test, as the server names it. */
  kind: string;
  id: string;
  projectId: string;
  name: string;
  /** Whether the user may change items in its workspace. */
  canWrite: boolean;
}

export interface SubjectDialog {
  subject: Subject;
  onClose: () => void;
}

/** SubjectAction is a menu entry for subjects of some kinds. Opens a dialog. */
export interface SubjectAction {
  label: string;
  kinds: readonly string[];
  /** Requires the PRO plan or higher. */
  needsPro?: boolean;
  load: () => Promise<ComponentType<SubjectDialog>>;
}

/** TriggerSource shows what starts subjects of some kinds automatically. */
export interface TriggerSource {
  kinds: readonly string[];
  load: () => Promise<ComponentType<{ subject: Subject }>>;
}

/** ScheduleFields are props of the fields for scheduling a kind of test, besides its environment. */
export interface ScheduleFields {
  projectId: string;
  targetId: string;
  configurationId: string | null;
  options: Readonly<Record<string, unknown>>;
  onChange: (patch: { configurationId?: string | null; options?: Record<string, unknown> }) => void;
}

/** ScheduleForm is how a kind of test is scheduled, declared by its feature. */
export interface ScheduleForm {
  kind: string;
  /** The initial options. */
  options?: () => Record<string, unknown>;
  /** What is wrong with the options; undefined if nothing is. */
  problemOf?: (options: Readonly<Record<string, unknown>>) => string | undefined;
  Fields: ComponentType<ScheduleFields>;
}

/** SubjectParts is a feature's contributions to others' subjects, or declarations about its own. */
export interface SubjectParts {
  actions?: readonly SubjectAction[];
  triggers?: readonly TriggerSource[];
  scheduleForms?: readonly ScheduleForm[];
}

/** Loads the parts of a feature. */
export type SubjectLoader = () => Promise<SubjectParts>;

let loaders: readonly SubjectLoader[] = [];

/** setSubjectParts sets the loaders of the features' parts. */
export const setSubjectParts = (given: typeof loaders): void => {
  loaders = given;
};

/** loadSubjectParts loads the parts of all features. */
export const loadSubjectParts = (): Promise<SubjectParts[]> => Promise.all(loaders.map((load) => load()));
