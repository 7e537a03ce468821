import type { QueryKey } from '@tanstack/react-query';
import type { AccessRule } from '../access/access-rule.ts';
import type { Choice, ChoiceSource } from '../choices.ts';

/** What the dialog creates, in the order of the quick-add menu. */
const createKinds = ['script', 'suite', 'project'] as const;
export type CreateKind = (typeof createKinds)[number];

/** Where something is created: the chosen team and service. */
export interface CreateContext {
  teamId: string;
  /** Id of the service in the service store. */
  serviceStoreId: string;
}

/** What was chosen and entered so far, by the name of the field. */
export interface CreateValues {
  choices: Readonly<Record<string, Choice>>;
  texts: Readonly<Record<string, string>>;
}

interface FieldBase {
  name: string;
  label: string;
}

/** Entries of the service: projects, modules, suites. */
export interface RemoteField extends FieldBase {
  type: 'remote';
  source: (values: CreateValues, context: CreateContext) => ChoiceSource;
  /** What is chosen until the user chooses; undefined leaves the field empty. */
  initial?: () => Promise<Choice | undefined>;
  isShown?: (values: CreateValues) => boolean;
}

/** A fixed list, such as the type of an application. */
export interface OptionField extends FieldBase {
  type: 'option';
  options: readonly [Choice, ...Choice[]];
  /** Absent: the user has to choose. */
  initialOption?: Choice;
  isShown?: (values: CreateValues) => boolean;
}

export interface TextField extends FieldBase {
  /** A name is one line of letters, digits, underscore, hyphen and space; a description is longer and free. */
  type: 'name' | 'description';
  isOptional?: boolean;
}

export type ChoiceField = RemoteField | OptionField;
export type CreateField = ChoiceField | TextField;

export interface CreateForm {
  /** In the order of the screen; a choice depends on all that stand before it. */
  fields: readonly CreateField[];
  /** Creates and answers the address to go to. */
  create: (values: CreateValues, context: CreateContext) => Promise<string>;
  /** Lists that show what was created. */
  refreshes: readonly QueryKey[];
}

export type CreateForms = Readonly<Partial<Record<CreateKind, CreateForm>>>;

/** CreateLink leads to a screen on which something is created, instead of the dialog. */
export interface CreateLink {
  label: string;
  path: (project?: string) => string;
}

/** CreateTarget is what a service contributes to the dialog. */
export interface CreateTarget {
  /** Name of the service in the catalog. */
  serviceName: string;
  /** Who creates there; says at least one condition. */
  access: AccessRule;
  /** What the dialog creates there. */
  kinds: readonly CreateKind[];
  /** The form of each kind; loaded when the dialog opens. */
  load: () => Promise<CreateForms>;
  links?: readonly CreateLink[];
}

/** kindsOf are the kinds that at least one of the services creates. */
export const kindsOf = (targets: readonly CreateTarget[]): CreateKind[] =>
  createKinds.filter((kind) => targets.some(({ kinds }) => kinds.includes(kind)));
