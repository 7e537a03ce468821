import type { QueryClient } from '@tanstack/react-query';
import type { LucideIcon } from 'lucide-react';
import type { AccessState } from '../access/access-rule.ts';

/** SearchQuestion is what is typed into the palette, and who asks. */
export interface SearchQuestion {
  /** Without spaces at its ends; empty for what is offered at once. */
  text: string;
  /** The project that the user works in. */
  project: string | undefined;
  access: AccessState;
  client: QueryClient;
}

/** SearchHit is something that was found. */
export interface SearchHit {
  id: string;
  label: string;
  description?: string | undefined;
  icon: LucideIcon;
  /** Where it leads; an address that begins with `?` stays on the page. */
  path: string;
  /** Done before going there. */
  onPick?: () => void;
}

/** SearchGroup is a group of the palette; groups of one title are shown as one. */
export interface SearchGroup {
  title: string;
  hits: readonly SearchHit[];
  /** Shown after screens and actions. */
  isLast?: boolean;
}

/** Search finds what users made, the best first; what does not fit the text is left out by the palette. */
export type Search = (question: SearchQuestion) => Promise<SearchGroup[]>;
