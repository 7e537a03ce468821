import type { Role } from '@touchstone/contracts';
import type { PageFlag } from '@touchstone/contracts/feature-flags';
import type { LucideIcon } from 'lucide-react';
import type { ComponentType } from 'react';
import type { RouteObject } from 'react-router';
import type { WayOn } from '../access/way-on.ts';
import type { CreateTarget } from '../create/create-target.ts';
import type { FlowNodeLook } from '../flows/flow-node-look.ts';
import type { Hotkey } from '../hotkeys.ts';
import type { SubjectLoader } from '../subjects/subject-parts.ts';
import type { TourPage } from '../tours/tour.ts';
import type { FrameParts } from './frame-parts.ts';
import type { Search } from './search.ts';

/**
 * What a page is about. A page of an organization asks for one to be chosen; a page of the person and one of the installation do not, and on
 * the latter the frame offers nothing that belongs to an organization.
 */
export type Scope = 'organization' | 'person' | 'installation';

/** FeatureRoute is a route of the page with what the frame must know of it. */
export type FeatureRoute = RouteObject & {
  /** Who may open it; absent: everybody who is signed in. */
  roles?: readonly Role[];
  /** Default: that of the feature. */
  scope?: Scope;
  /** Default: the area of the feature; null: none. */
  area?: string | null;
};

/** PathOf is an address, or how it is made from the project that the user works in. */
export type PathOf = string | ((project?: string) => string);

/** pathOf is the address in a project. */
export const pathOf = (path: PathOf, project?: string | null): string =>
  typeof path === 'string' ? path : path(project ?? undefined);

/** AreaItem is a screen as navigation, palette and keys show it, to those who may open its route. */
export interface AreaItem {
  label: string;
  icon: LucideIcon;
  path: PathOf;
  /** Patterns of further routes on which the item is shown as the present one. */
  covers?: readonly string[];
  /** One of the groups of the area. */
  group?: string;
  /** Two letters, such as `G W`. */
  hotkey?: string;
  /** Its word in the bottom bar of small screens; three of an area may have one. */
  barWord?: string;
  /** The item is shown while this flag is on. */
  flag?: PageFlag;
}

/** AreaLook is how an area looks, whose screens are listed beside the page; the feature that owns the area says it. */
export interface AreaLook {
  title: string;
  /** Groups of the items in their order; each is a menu of the top bar. */
  groups?: readonly string[];
}

/** FeatureArea puts screens of a feature into an area. */
export interface FeatureArea {
  id: string;
  /** Exactly one of the features in an area has it. */
  look?: AreaLook;
  items: readonly AreaItem[];
}

export type MenuName = 'icons' | 'top' | 'more' | 'profile';

/** MenuEntry is an entry of a menu of the frame. It leads to a page, opens a panel, or does something at once. */
export interface MenuEntry {
  menus: readonly MenuName[];
  label: string;
  icon: LucideIcon;
  path?: string;
  panel?: string;
  run?: () => void;
  /** First of all, or below the others: what helps, and what ends. */
  rank?: 'first' | 'last';
  /** Its word in the bottom bar of small screens, outside of areas; three entries may have one. */
  barWord?: string;
  flag?: PageFlag;
}

/** Panel slides over the page. */
export interface Panel {
  id: string;
  title: string;
  position: 'left' | 'right';
  load: () => Promise<ComponentType<{ onClose: () => void }>>;
}

/** Command is an action of the palette. */
export interface Command {
  label: string;
  icon: LucideIcon;
  path?: PathOf;
  run?: () => void;
}

/** SessionRules say how the page knows that somebody is signed in; exactly one feature has them. */
export interface SessionRules {
  signInPath: string;
  signUpPath: string;
  /** Asks for a token while the page is being drawn. */
  begin: () => void;
  /** Keeps the way to a page for after sign-in. */
  rememberPath: (path: string) => void;
  /** Ends what is left of a session. */
  end: () => Promise<unknown>;
  /** Stands at the root of the page and tells when the session ends. */
  Watch: ComponentType;
}

/** Visit is a page that is about to be opened behind sign-in. */
export interface Visit {
  pathname: string;
  scope: Scope;
}

/** EntryGuard answers where to go instead of the page; undefined lets it open. */
export type EntryGuard = (visit: Visit, homePath: string) => Promise<string | undefined>;

/** ReservedAddresses are kept for a part of the product that this version does not have. */
export interface ReservedAddresses {
  title: string;
  /** What lies below them is kept too. */
  paths: readonly string[];
}

/** Feature says everything that a part of the page brings. It holds no code of pages: those are imported when they are opened. */
export interface Feature {
  /** Name of its folder. */
  id: string;
  /** Name of the service in the catalog whose work the pages show. */
  service?: string;
  scope?: Scope;
  /** Pages on which the icon bar is hidden. */
  hidesNavigation?: boolean;
  /** Behind sign-in, inside the frame. */
  routes?: readonly FeatureRoute[];
  /** Without sign-in. */
  publicRoutes?: readonly RouteObject[];
  area?: FeatureArea;
  menus?: readonly MenuEntry[];
  panels?: readonly Panel[];
  commands?: readonly Command[];
  /** Finds what users made, by name. */
  search?: () => Promise<Search>;
  createTargets?: readonly CreateTarget[];
  /** Keys on pages of the feature. */
  hotkeys?: Readonly<Record<string, Hotkey>>;
  tours?: () => Promise<readonly TourPage[]>;
  /** How blocks of its kinds of nodes look in workflows, and how they are set. */
  flowNodes?: () => Promise<readonly FlowNodeLook[]>;
  /** What it brings to things of other features, such as entries in their menus. */
  subjects?: SubjectLoader;
  /** What stands in the frame of every page; loaded with the frame. */
  frame?: () => Promise<FrameParts>;
  /** Asked, in the order of the features, before a page opens behind sign-in. */
  guards?: readonly EntryGuard[];
  /** Where users can remove the cause of an error, by the code of the error. */
  waysOn?: Readonly<Record<string, WayOn>>;
  /** The page that everything returns to; exactly one feature has it. */
  homePath?: string;
  session?: SessionRules;
  reserved?: { addresses: readonly ReservedAddresses[]; page: (title: string) => RouteObject };
}

/** defineFeature declares a feature; `app/features.ts` lists them all. */
export const defineFeature = (feature: Feature): Feature => feature;
