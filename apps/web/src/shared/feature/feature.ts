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
 * What a page belongs to. A page of an organization requires a chosen one; pages of the person and of the installation
 * don't, and on the latter the frame offers nothing that belongs to an organization.
 */
export type Scope = 'organization' | 'person' | 'installation';

/** FeatureRoute is a route with what the frame needs to know about it. */
export type FeatureRoute = RouteObject & {
  /** Roles that may open it; default: every signed-in user. */
  roles?: readonly Role[];
  /** Default: that of the feature. */
  scope?: Scope;
  /** Default: the area of the feature; null: none. */
  area?: string | null;
};

/** PathOf is a path, or a function from the current project to it. */
export type PathOf = string | ((project?: string) => string);

/** pathOf resolves a path for a project. */
export const pathOf = (path: PathOf, project?: string | null): string =>
  typeof path === 'string' ? path : path(project ?? undefined);

/** AreaItem is a screen in navigation, palette and keys, shown to users who may open its route. */
export interface AreaItem {
  label: string;
  icon: LucideIcon;
  path: PathOf;
  /** Patterns of further routes on which the item is marked as current. */
  covers?: readonly string[];
  /** One of the groups of the area. */
  group?: string;
  /** Two letters, such as `G W`. */
  hotkey?: string;
  /** Label in the bottom bar of small screens; at most three items of an area have one. */
  barWord?: string;
  /** Shown only while this flag is on. */
  flag?: PageFlag;
}

/**
 * AreaLook is the title and look of an area, whose screens are listed next to the page; declared by the feature that
 * owns the area.
 */
export interface AreaLook {
  title: string;
  /** Groups of the items, in order; each is a menu of the top bar. */
  groups?: readonly string[];
}

/** FeatureArea is a feature's screens in an area. */
export interface FeatureArea {
  id: string;
  /** Declared by exactly one feature of the area. */
  look?: AreaLook;
  items: readonly AreaItem[];
}

export type MenuName = 'icons' | 'top' | 'more' | 'profile';

/** MenuEntry is a menu entry of the frame. It leads to a page, opens a panel, or runs something. */
export interface MenuEntry {
  menus: readonly MenuName[];
  label: string;
  icon: LucideIcon;
  path?: string;
  panel?: string;
  run?: () => void;
  /** First of all, or below the others: help and sign-out. */
  rank?: 'first' | 'last';
  /** Label in the bottom bar of small screens, outside of areas; at most three entries have one. */
  barWord?: string;
  flag?: PageFlag;
}

/** Panel is a panel that slides over the page. */
export interface Panel {
  id: string;
  title: string;
  position: 'left' | 'right';
  load: () => Promise<ComponentType<{ onClose: () => void }>>;
}

/** Command is a palette action. */
export interface Command {
  label: string;
  icon: LucideIcon;
  path?: PathOf;
  run?: () => void;
}

/** SessionRules is how the page knows that a user is signed in; declared by exactly one feature. */
export interface SessionRules {
  signInPath: string;
  signUpPath: string;
  /** Requests a token while the page is loading. */
  begin: () => void;
  /** Stores the path to return to after sign-in. */
  rememberPath: (path: string) => void;
  /** Ends the rest of a session. */
  end: () => Promise<unknown>;
  /** Rendered at the root of the page; reports the end of the session. */
  Watch: ComponentType;
}

/** Visit is a page behind sign-in that is about to open. */
export interface Visit {
  pathname: string;
  scope: Scope;
}

/** EntryGuard returns where to redirect instead of opening the page; undefined lets it open. */
export type EntryGuard = (visit: Visit, homePath: string) => Promise<string | undefined>;

/** ReservedAddresses paths reserved for a part of the product that this version doesn't have. */
export interface ReservedAddresses {
  title: string;
  /** Paths below them are reserved too. */
  paths: readonly string[];
}

/**
 * Feature is everything a part of the page contributes. Holds no page code: pages are imported when they are opened.
 */
export interface Feature {
  /** Name of its folder. */
  id: string;
  /** Name of the catalog service that the pages belong to. */
  service?: string;
  scope?: Scope;
  /** Hides the icon bar on its pages. */
  hidesNavigation?: boolean;
  /** Behind sign-in, inside the frame. */
  routes?: readonly FeatureRoute[];
  /** Without sign-in. */
  publicRoutes?: readonly RouteObject[];
  area?: FeatureArea;
  menus?: readonly MenuEntry[];
  panels?: readonly Panel[];
  commands?: readonly Command[];
  /** Searches users' items by name. */
  search?: () => Promise<Search>;
  createTargets?: readonly CreateTarget[];
  /** Keys on the feature's pages. */
  hotkeys?: Readonly<Record<string, Hotkey>>;
  tours?: () => Promise<readonly TourPage[]>;
  /** How blocks of its node kinds look in workflows, and how they are configured. */
  flowNodes?: () => Promise<readonly FlowNodeLook[]>;
  /** Contributions to other features' subjects, such as menu entries. */
  subjects?: SubjectLoader;
  /** Parts in the frame of every page; loaded with the frame. */
  frame?: () => Promise<FrameParts>;
  /** Run in feature order before a page behind sign-in opens. */
  guards?: readonly EntryGuard[];
  /** Where users can fix the cause of an error, by error code. */
  waysOn?: Readonly<Record<string, WayOn>>;
  /** The page that everything returns to; declared by exactly one feature. */
  homePath?: string;
  session?: SessionRules;
  reserved?: { addresses: readonly ReservedAddresses[]; page: (title: string) => RouteObject };
}

/** defineFeature declares a feature; `app/features.ts` lists them all. */
export const defineFeature = (feature: Feature): Feature => feature;
