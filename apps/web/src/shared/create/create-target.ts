import type { QueryKey } from '@tanstack/react-query';
import type { AccessRule } from '../access/access-rule.ts';
import type { Choice, ChoiceSource } from '../choices.ts';

/** What the dialog creates, in the order of the quick-add menu. */
const createKinds = ['script', 'suite', 'project'] as const;
export type CreateKind = (typeof createKinds)[number];

/** Where something is created: the selected team and service. */
export interface CreateContext {
  teamId: string;
  /** Id of the service in the service store. */
  serviceStoreId: string;
}

/** Values entered so far, by field name. */
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
  /** The initial choice; undefined leaves the field empty. */
  initial?: () => Promise<Choice | undefined>;
  isShown?: (values: CreateValues) => boolean;
}

/** A fixed list, such as the type of an application. */
export interface OptionField extends FieldBase {
  type: 'option';
  options: readonly [Choice, ...Choice[]];
  /** Without it, the user must choose. */
  initialOption?: Choice;
  isShown?: (values: CreateValues) => boolean;
}

export interface TextField extends FieldBase {
  /** A name is one line of letters, digits, underscores, hyphens and spaces; a description is longer and free-form. */
  type: 'name' | 'description';
  isOptional?: boolean;
}

export type ChoiceField = RemoteField | OptionField;
export type CreateField = ChoiceField | TextField;

export interface CreateForm {
  /** In display order; a choice depends on all choices before it. */
  fields: readonly CreateField[];
  /** Creates the item and returns the path to navigate to. */
  create: (values: CreateValues, context: CreateContext) => Promise<string>;
  /** Lists that show the created item. */
  refreshes: readonly QueryKey[];
}

export type CreateForms = Readonly<Partial<Record<CreateKind, CreateForm>>>;

/** CreateLink is a screen where something is created outside the dialog. */
export interface CreateLink {
  label: string;
  path: (project?: string) => string;
}

/** CreateTarget is a service's contribution to the dialog. */
export interface CreateTarget {
  /** Name of the service in the catalog. */
  serviceName: string;
  /** Who can create there; has at least one condition. */
  access: AccessRule;
  /** The kinds that the dialog creates there. */
  kinds: readonly CreateKind[];
  /** The forms by kind; loaded when the dialog opens. */
  load: () => Promise<CreateForms>;
  links?: readonly CreateLink[];
}

/** kindsOf returns the kinds that at least one of the services offers. */
export const kindsOf = (targets: readonly CreateTarget[]): CreateKind[] =>
  createKinds.filter((kind) => targets.some(({ kinds }) => kinds.includes(kind)));
