import type { ComponentType } from 'react';

/** Subject is a thing of one feature with which others do something, such as a suite that is scheduled. */
export interface Subject {
  /** The kind of test that the server knows it as. */
  kind: string;
  id: string;
  projectId: string;
  name: string;
  /** Whether the user may change what lies in its workspace. */
  canWrite: boolean;
}

export interface SubjectDialog {
  subject: Subject;
  onClose: () => void;
}

/** SubjectAction is an entry in the menus of subjects of some kinds. It opens a dialog. */
export interface SubjectAction {
  label: string;
  kinds: readonly string[];
  /** The entry is for plans from PRO on. */
  needsPro?: boolean;
  load: () => Promise<ComponentType<SubjectDialog>>;
}

/** TriggerSource shows what else than a person starts a subject of some kinds. */
export interface TriggerSource {
  kinds: readonly string[];
  load: () => Promise<ComponentType<{ subject: Subject }>>;
}

/** ScheduleFields is what a form is given for what a kind of test takes besides its environment when it is scheduled. */
export interface ScheduleFields {
  projectId: string;
  targetId: string;
  configurationId: string | null;
  options: Readonly<Record<string, unknown>>;
  onChange: (patch: { configurationId?: string | null; options?: Record<string, unknown> }) => void;
}

/** ScheduleForm is what a feature says of a kind of test that is scheduled. */
export interface ScheduleForm {
  kind: string;
  /** With what a test is scheduled until it is changed. */
  options?: () => Record<string, unknown>;
  /** What is wrong with the options; undefined where nothing is. */
  problemOf?: (options: Readonly<Record<string, unknown>>) => string | undefined;
  Fields: ComponentType<ScheduleFields>;
}

/** SubjectParts is what a feature brings to the tests of others, or says of its own. */
export interface SubjectParts {
  actions?: readonly SubjectAction[];
  triggers?: readonly TriggerSource[];
  scheduleForms?: readonly ScheduleForm[];
}

/** Loads the parts of a feature. */
export type SubjectLoader = () => Promise<SubjectParts>;

let loaders: readonly SubjectLoader[] = [];

/** setSubjectParts says where the parts of the features come from. */
export const setSubjectParts = (given: typeof loaders): void => {
  loaders = given;
};

/** loadSubjectParts loads the parts of all features. */
export const loadSubjectParts = (): Promise<SubjectParts[]> => Promise.all(loaders.map((load) => load()));
