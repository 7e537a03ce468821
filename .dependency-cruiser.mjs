/**
 * One rule per wall in "Who may import whom" of docs/architecture.md. `npm run check` fails on a violation;
 * tools/check/walls.test.ts proves each rule.
 */
const TEST = '\\.(test|e2e)\\.tsx?$|/testing/';
const INPUT_OUTPUT =
  '^(pg|pg-boss|fastify|@fastify/.*|fastify-.*|drizzle-orm|drizzle-kit|nodemailer|undici|oidc-provider)$';

const wall = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to });
const npmPackage = (pattern) => pattern.replace('^', '(^|/)node_modules/').replace(/\$$/, '/');

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    wall(
      'web-never-server',
      'The browser and the server meet in packages/contracts only.',
      { path: '^apps/web/' },
      { path: '^apps/(server|cli|agent)/|^packages/testing/' },
    ),
    wall(
      'server-never-web',
      'The server and the browser meet in packages/contracts only.',
      { path: '^apps/(server|cli|agent)/' },
      { path: '^apps/web/' },
    ),
    wall(
      'web-uses-engine-cores',
      'The web app may use only isomorphic engine code: import "@touchstone/engine-…/core".',
      { path: '^apps/web/' },
      { path: '^engines/[^/]+/src/(node/|index\\.ts$)' },
    ),
    wall(
      'engines-know-no-product',
      'An engine is a pure library: a plan goes in, events come out.',
      { path: '^engines/' },
      { path: '^apps/|^packages/(contracts|report|testing)/' },
    ),
    wall(
      'assert-at-the-ground',
      'assert checks responses of any kind and uses no other engine.',
      { path: '^engines/assert/', pathNot: TEST },
      { path: '^engines/', pathNot: '^engines/assert/' },
    ),
    wall(
      'script-on-assert',
      'script runs scripts for any engine; it may use only assert.',
      { path: '^engines/script/', pathNot: TEST },
      { path: '^engines/', pathNot: '^engines/(script|assert)/' },
    ),
    wall(
      'http-on-both',
      'http builds on assert and script; import, load and data build on http.',
      { path: '^engines/http/', pathNot: TEST },
      { path: '^engines/', pathNot: '^engines/(http|script|assert)/' },
    ),
    wall(
      'expression-uses-nothing',
      'Every service and the web app evaluate conditions with expression: it uses no other engine and no package.',
      { path: '^engines/expression/', pathNot: TEST },
      { path: '.', pathNot: '^engines/expression/' },
    ),
    wall(
      'heal-uses-nothing',
      'heal compares elements of any application: it uses no other engine and no package.',
      { path: '^engines/heal/', pathNot: TEST },
      { path: '.', pathNot: '^engines/heal/' },
    ),
    wall(
      'flow-on-expression',
      'flow orders any kind of work; it may use only expression, for conditions.',
      { path: '^engines/flow/', pathNot: TEST },
      { path: '^engines/', pathNot: '^engines/(flow|expression)/' },
    ),
    wall(
      'mock-on-import',
      'mock answers requests as API documents describe; it may use only import and the engines that import uses.',
      { path: '^engines/mock/', pathNot: TEST },
      { path: '^engines/', pathNot: '^engines/(mock|import|data|http|assert)/' },
    ),
    wall(
      'keyword-on-assert',
      'keyword runs steps on any driver; it may use only assert, for linear-time regular expressions, and heal, for similarity evidence.',
      { path: '^engines/keyword/', pathNot: TEST },
      { path: '^engines/', pathNot: '^engines/(keyword|assert|heal)/' },
    ),
    wall(
      'browser-on-keyword',
      'browser is a keyword driver; it may also use assert, which compares screenshots, and heal.',
      { path: '^engines/browser/', pathNot: TEST },
      { path: '^engines/', pathNot: '^engines/(browser|keyword|assert|heal)/' },
    ),
    wall(
      'core-is-isomorphic',
      'src/core also runs in the browser; code that needs Node belongs in src/node.',
      { path: '^engines/[^/]+/src/core/', pathNot: TEST },
      { dependencyTypes: ['core'] },
    ),
    wall(
      'core-never-node',
      'src/node may use src/core, never the other way round.',
      { path: '^engines/([^/]+)/src/core/', pathNot: TEST },
      { path: '^engines/[^/]+/src/(node/|index\\.ts$)' },
    ),
    wall(
      'domain-has-no-builtin',
      'Domain rules are pure: no files, no network, no process.',
      { path: '^apps/server/src/services/[^/]+/domain/', pathNot: TEST },
      { dependencyTypes: ['core'] },
    ),
    wall(
      'domain-has-no-input-output',
      'Domain rules are pure: no database, no web framework, no mail.',
      { path: '^apps/server/src/services/[^/]+/domain/', pathNot: TEST },
      { path: npmPackage(INPUT_OUTPUT) },
    ),
    wall(
      'domain-knows-no-room',
      'app, store and routes use domain; domain uses none of them.',
      { path: '^apps/server/src/services/[^/]+/domain/', pathNot: TEST },
      { path: '^apps/server/src/(platform/|services/[^/]+/(routes|app|store|jobs|clients)/)' },
    ),
    wall(
      'services-by-front-door',
      'Use another service only through its index.ts (in tests, also its testing/); its tables and inner folders are private.',
      { path: '^apps/server/src/services/([^/]+)/' },
      { path: '^apps/server/src/services/', pathNot: '^apps/server/src/services/($1/|[^/]+/(index\\.ts$|testing/))' },
    ),
    wall(
      'testing-in-tests-only',
      'testing/ contains test builders; the product does not depend on them.',
      { path: '^(apps/(server|cli|web)|engines/[^/]+|packages/report)/src/', pathNot: TEST },
      { path: '/testing/' },
    ),
    wall(
      'routes-never-store',
      'A route parses the request, checks permission, calls app and maps the result; app calls the store.',
      { path: '^apps/server/src/services/[^/]+/routes/', pathNot: TEST },
      { path: '^apps/server/src/services/[^/]+/store/' },
    ),
    wall(
      'app-never-routes-or-jobs',
      'routes and jobs call app; app knows neither.',
      { path: '^apps/server/src/services/[^/]+/app/', pathNot: TEST },
      { path: '^apps/server/src/services/[^/]+/(routes|jobs)/' },
    ),
    wall(
      'sql-in-store',
      'SQL is written in store, next to the tables; clients connect to user databases.',
      {
        path: '^apps/server/src/services/[^/]+/(app|domain|jobs|routes)/',
        pathNot: TEST,
      },
      { path: npmPackage('^(drizzle-orm|pg)$') },
    ),
    wall(
      'platform-knows-no-service',
      'platform supports the services and depends on none of them.',
      { path: '^apps/server/src/platform/', pathNot: TEST },
      { path: '^apps/server/src/(services/|app\\.ts$|main\\.ts$)' },
    ),
    wall(
      'feature-never-app',
      'app assembles the features; a feature never imports app.',
      { path: '^apps/web/src/features/' },
      { path: '^apps/web/src/app/' },
    ),
    wall(
      'features-by-front-door',
      'Use another feature only through its index.ts or paths.ts.',
      { path: '^apps/web/src/features/([^/]+)/' },
      { path: '^apps/web/src/features/', pathNot: '^apps/web/src/features/($1/|[^/]+/(index|paths)\\.tsx?$)' },
    ),
    wall(
      'app-knows-no-feature',
      'app assembles the features from their definitions; only the feature lists name them.',
      { path: '^apps/web/src/app/', pathNot: `${TEST}|^apps/web/src/app/(entry-)?features\\.ts$` },
      { path: '^apps/web/src/features/' },
    ),
    wall(
      'lists-use-definitions',
      "The feature lists import only each feature's definition, feature.ts.",
      { path: '^apps/web/src/app/(entry-)?features\\.ts$' },
      { path: '^apps/web/src/features/', pathNot: '^apps/web/src/features/[^/]+/feature\\.ts$' },
    ),
    wall(
      'definition-is-light',
      'A definition is loaded before any page, so it imports pages, tours and API calls on demand.',
      { path: '^apps/web/src/features/[^/]+/feature\\.ts$' },
      { path: '^apps/web/src/(ui/|features/[^/]+/((pages|api)/|tours\\.ts$|frame\\.ts$))', dynamic: false },
    ),
    wall(
      'ui-knows-no-feature',
      'Features use ui and shared, never the other way round.',
      { path: '^apps/web/src/(ui|shared)/' },
      { path: '^apps/web/src/(app|features)/' },
    ),
    wall(
      'shared-never-ui',
      'ui may use shared, never the other way round.',
      { path: '^apps/web/src/shared/' },
      { path: '^apps/web/src/ui/' },
    ),
    wall(
      'contracts-use-kernel-and-zod',
      'Every program uses the contracts, so they depend only on kernel and zod.',
      { path: '^packages/contracts/src/', pathNot: TEST },
      { path: '.', pathNot: '^packages/(contracts|kernel)/|(^|/)node_modules/zod/' },
    ),
    wall(
      'contracts-by-service',
      'The contracts of one service never use those of another. Shared ones are next to the folders, or in runs/ (runs), workspaces/ (workspace contents), flows/ (workflows), scheduler/ (jobs), requests/ (HTTP requests) and test-repository/ (keyword scripts).',
      { path: '^packages/contracts/src/([^/]+)/', pathNot: TEST },
      {
        path: '^packages/contracts/src/[^/]+/',
        pathNot: '^packages/contracts/src/($1|runs|workspaces|flows|scheduler|requests|test-repository)/',
      },
    ),
    wall(
      'kernel-uses-nothing',
      'Everything builds on kernel; kernel uses nothing else.',
      { path: '^packages/kernel/src/', pathNot: TEST },
      { path: '.', pathNot: '^packages/kernel/' },
    ),
    wall(
      'report-is-pure',
      'The server and the CLI share the report, so it reads no files and no database. Only the PDFs, which the server renders, read their fonts.',
      { path: '^packages/report/src/', pathNot: `${TEST}|^packages/report/src/pdf/` },
      {
        path: '.',
        pathNot: '^packages/(report|contracts|kernel)/|^engines/(http|assert|script)/src/|^node_modules/fflate/',
      },
    ),
    wall(
      'no-circle',
      'Files in an import cycle cannot be understood one at a time.',
      {},
      {
        circular: true,
        viaOnly: { dependencyTypesNot: ['type-only'] },
      },
    ),
    wall(
      'resolvable',
      'The import cannot be resolved: fix the path or add the package to package.json.',
      {},
      {
        couldNotResolve: true,
      },
    ),
  ],
  options: {
    doNotFollow: { path: '(^|/)node_modules/' },
    exclude: { path: '(^|/)(dist|test-results|playwright-report)/' },
    tsPreCompilationDeps: true,
    skipAnalysisNotInRules: true,
    tsConfig: { fileName: 'tsconfig.base.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types', 'style'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json', '.css'],
    },
  },
};
