import type { Names } from './scaffold.ts';

/** featureFiles returns the files of a new feature: its definition, a page, the page's tour, and their tests. */
export const featureFiles = (names: Names): Record<string, string> => ({
  ...definition(names),
  ...page(names),
  ...tour(names),
  ...place(names),
});

const definition = ({ kebab, camel, pascal, title }: Names) => ({
  'README.md': `# ${title}

What the user does here, in one sentence. \`feature.ts\` says everything that it brings to the page.
`,
  'paths.ts': `export const ${camel}Paths = { home: '/${kebab}' };
`,
  'feature.ts': `import { LayoutDashboard } from 'lucide-react';
import { defineFeature } from '../../shared/feature/feature.ts';
import { ${camel}Paths } from './paths.ts';

export const ${camel}Feature = defineFeature({
  id: '${kebab}',
  routes: [
    {
      path: ${camel}Paths.home,
      lazy: async () => ({ Component: (await import('./pages/${kebab}.page.tsx')).${pascal}Page }),
    },
  ],
  area: {
    id: '${kebab}',
    look: { title: '${title}' },
    items: [{ label: '${title}', icon: LayoutDashboard, path: ${camel}Paths.home }],
  },
  menus: [{ menus: ['more'], label: '${title}', icon: LayoutDashboard, path: ${camel}Paths.home }],
  tours: async () => (await import('./tours.ts')).${camel}Tours,
});
`,
});

const page = ({ kebab, pascal, title }: Names) => ({
  [`pages/${kebab}.page.tsx`]: `import { EmptyState, Page } from '../../../ui/page.tsx';

/** ${pascal}Page is the home page of the feature. */
export function ${pascal}Page() {
  return (
    <Page title="${title}">
      <EmptyState title="Nothing here yet">Items you create are listed here.</EmptyState>
    </Page>
  );
}
`,
  [`pages/${kebab}.page.test.tsx`]: `import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { ${pascal}Page } from './${kebab}.page.tsx';

test('the empty page describes its future content', () => {
  render(<${pascal}Page />);
  expect(screen.getByRole('heading', { level: 1, name: '${title}' })).toBeTruthy();
  expect(screen.getByRole('heading', { name: 'Nothing here yet' })).toBeTruthy();
});
`,
});

const tour = ({ kebab, camel, title }: Names) => ({
  'tours.ts': `import type { TourPage } from '../../shared/tours/tour.ts';

/** The tours of the feature's pages. */
export const ${camel}Tours: readonly TourPage[] = [
  {
    path: /^\\/${kebab}$/,
    tourIds: ['${kebab}'],
    load: async () => (await import('./model/${kebab}-tours.ts')).${camel}PageTours,
  },
];
`,
  [`model/${kebab}-tours.ts`]: `import { type Tour, tourOf } from '../../../shared/tours/tour.ts';

export const ${camel}PageTours: readonly Tour[] = [
  tourOf({
    id: '${kebab}',
    name: '${title}',
    steps: [
      {
        id: 'empty',
        title: 'Nothing here yet',
        text: 'This page fills with what you make.',
        attachTo: { element: 'main [data-tour="empty"]', side: 'bottom' },
      },
    ],
  }),
];
`,
});

const place = ({ kebab, title }: Names) => ({
  'testing/places.ts': `import { headingOf, type Place } from '../../../shared/testing/place.ts';

export const places: readonly Place[] = [
  {
    name: '${title.toLowerCase()}',
    visitor: 'administrator',
    openTo: 'everybody',
    path: () => '/${kebab}',
    ready: (page) => headingOf(page, '${title}'),
  },
];
`,
});
