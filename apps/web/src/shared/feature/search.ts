import type { QueryClient } from '@tanstack/react-query';
import type { LucideIcon } from 'lucide-react';
import type { AccessState } from '../access/access-rule.ts';

/** SearchQuestion is the palette's query and the user who asks. */
export interface SearchQuestion {
  /** Trimmed; empty for the initial suggestions. */
  text: string;
  /** The user's current project. */
  project: string | undefined;
  access: AccessState;
  client: QueryClient;
}

/** SearchHit is a search result. */
export interface SearchHit {
  id: string;
  label: string;
  description?: string | undefined;
  icon: LucideIcon;
  /** Where it leads; an address starting with `?` stays on the page. */
  path: string;
  /** Runs before navigating there. */
  onPick?: () => void;
}

/** SearchGroup is a group of the palette; groups with the same title are merged. */
export interface SearchGroup {
  title: string;
  hits: readonly SearchHit[];
  /** Shown after screens and actions. */
  isLast?: boolean;
}

/** Searches users' items, best matches first; the palette drops items that don't match. */
export type Search = (question: SearchQuestion) => Promise<SearchGroup[]>;
