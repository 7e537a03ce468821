import { newPageSchema, type PageGroup, type StatusPage } from '@touchstone/contracts/api-monitoring';
import { withoutAccents } from '@touchstone/kernel';

/** The form of a status page. */
export interface StatusPageDraft {
  title: string;
  slug: string;
  /** Whether the address was typed, so that it no longer follows the title. */
  hasOwnSlug: boolean;
  description: string;
  isPublished: boolean;
  groups: PageGroup[];
  showsIncidents: boolean;
  showsResponseTimes: boolean;
  takesSubscribers: boolean;
  accent: string;
  appearance: StatusPage['appearance'];
  domain: string;
  /** Whether the page requires a password. */
  isPrivate: boolean;
  /** Empty to keep the saved password. */
  password: string;
}

/** Problems by dotted path. */
export type PageProblems = Readonly<Record<string, string>>;

/** slugOf derives a page's address from its title. */
export const slugOf = (title: string): string =>
  withoutAccents(title)
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, 63)
    .replaceAll(/^-+|-+$/g, '');

/** newPageDraft returns the form of a new, empty status page. */
export const newPageDraft = (): StatusPageDraft => ({
  title: '',
  slug: '',
  hasOwnSlug: false,
  description: '',
  isPublished: true,
  groups: [{ name: '', items: [] }],
  showsIncidents: true,
  showsResponseTimes: true,
  takesSubscribers: true,
  accent: '#1971c2',
  appearance: 'auto',
  domain: '',
  isPrivate: false,
  password: '',
});

/** pageDraftOf returns the form of a saved status page. */
export function pageDraftOf(page: StatusPage): StatusPageDraft {
  const { title, slug, description, isPublished, groups, accent, appearance } = page;
  const { showsIncidents, showsResponseTimes, takesSubscribers, domain, hasPassword } = page;
  return {
    title,
    slug,
    hasOwnSlug: true,
    description,
    isPublished,
    groups: groups.length > 0 ? groups : [{ name: '', items: [] }],
    showsIncidents,
    showsResponseTimes,
    takesSubscribers,
    accent,
    appearance,
    domain: domain ?? '',
    isPrivate: hasPassword,
    password: '',
  };
}

/** All fields of a draft except its password; empty groups are left out. */
export function pageFieldsOf(draft: StatusPageDraft) {
  const { hasOwnSlug: _own, isPrivate: _private, password: _password, domain, groups, ...fields } = draft;
  return {
    ...fields,
    slug: draft.slug.trim(),
    domain: domain.trim() === '' ? null : domain.trim(),
    groups: groups.filter(({ items }) => items.length > 0),
  };
}

/** pageProblems returns the problems of a draft; `hasPassword` means that one is saved, so none is required. */
export function pageProblems(projectId: string, draft: StatusPageDraft, hasPassword: boolean): PageProblems {
  const password = draft.isPrivate && draft.password !== '' ? draft.password : null;
  const problems: Record<string, string> = {};
  const parsed = newPageSchema.safeParse({ projectId, ...pageFieldsOf(draft), groups: draft.groups, password });
  for (const { path, message } of parsed.error?.issues ?? []) problems[path.join('.')] ??= message;
  if (draft.isPrivate && password === null && !hasPassword) problems.password = 'Please enter password.';
  return problems;
}
