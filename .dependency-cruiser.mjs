/** The walls of docs/architecture.md §3: one rule each. `npm run check` fails on a violation; tools/check/walls.test.ts proves each rule. */
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
      'The page may use what is isomorphic: import "@touchstone/engine-…/core".',
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
      'assert judges what anything answered: it uses no other engine.',
      { path: '^engines/assert/', pathNot: TEST },
      { path: '^engines/', pathNot: '^engines/assert/' },
    ),
    wall(
      'script-on-assert',
      'script runs scripts for any engine: below it is assert alone.',
      { path: '^engines/script/', pathNot: TEST },
      { path: '^engines/', pathNot: '^engines/(script|assert)/' },
    ),
    wall(
      'http-on-both',
      'http stands on assert and script; import, load and data stand on it.',
      { path: '^engines/http/', pathNot: TEST },
      { path: '^engines/', pathNot: '^engines/(http|script|assert)/' },
    ),
    wall(
      'expression-uses-nothing',
      'Every service and the page judge conditions by expression: it uses no other engine and no package.',
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
      'flow decides the order of any kind of work: it knows conditions and no other engine.',
      { path: '^engines/flow/', pathNot: TEST },
      { path: '^engines/', pathNot: '^engines/(flow|expression)/' },
    ),
    wall(
      'mock-on-import',
      'mock answers requests by what documents say: below it are import and what that stands on.',
      { path: '^engines/mock/', pathNot: TEST },
      { path: '^engines/', pathNot: '^engines/(mock|import|data|http|assert)/' },
    ),
    wall(
      'keyword-on-assert',
      'keyword runs steps over any driver: it knows linear regular expressions, evidence of likeness and no engine that acts.',
      { path: '^engines/keyword/', pathNot: TEST },
      { path: '^engines/', pathNot: '^engines/(keyword|assert|heal)/' },
    ),
    wall(
      'browser-on-keyword',
      'browser is a driver of keyword; what pictures show is compared by assert.',
      { path: '^engines/browser/', pathNot: TEST },
      { path: '^engines/', pathNot: '^engines/(browser|keyword|assert|heal)/' },
    ),
    wall(
      'core-is-isomorphic',
      'src/core runs in the browser as well; what needs Node belongs to src/node.',
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
      'Rules of the domain are pure: no files, no network, no process.',
      { path: '^apps/server/src/services/[^/]+/domain/', pathNot: TEST },
      { dependencyTypes: ['core'] },
    ),
    wall(
      'domain-has-no-input-output',
      'Rules of the domain are pure: no database, no web framework, no mail.',
      { path: '^apps/server/src/services/[^/]+/domain/', pathNot: TEST },
      { path: npmPackage(INPUT_OUTPUT) },
    ),
    wall(
      'domain-knows-no-room',
      'domain is used by app, store and routes, and uses none of them.',
      { path: '^apps/server/src/services/[^/]+/domain/', pathNot: TEST },
      { path: '^apps/server/src/(platform/|services/[^/]+/(routes|app|store|jobs|clients)/)' },
    ),
    wall(
      'services-by-front-door',
      'Another service is used through its index.ts (and its testing/ in tests); its tables and rooms are its own.',
      { path: '^apps/server/src/services/([^/]+)/' },
      { path: '^apps/server/src/services/', pathNot: '^apps/server/src/services/($1/|[^/]+/(index\\.ts$|testing/))' },
    ),
    wall(
      'testing-in-tests-only',
      'testing/ holds builders for tests; the product does not depend on them.',
      { path: '^(apps/(server|cli|web)|engines/[^/]+|packages/report)/src/', pathNot: TEST },
      { path: '/testing/' },
    ),
    wall(
      'routes-never-store',
      'A route parses, asks permission, calls app and maps; SQL is called by app.',
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
      'Statements are written in store, where the tables are; clients speak to the databases of users.',
      {
        path: '^apps/server/src/services/[^/]+/(app|domain|jobs|routes)/',
        pathNot: TEST,
      },
      { path: npmPackage('^(drizzle-orm|pg)$') },
    ),
    wall(
      'platform-knows-no-service',
      'platform carries services and does not know them.',
      { path: '^apps/server/src/platform/', pathNot: TEST },
      { path: '^apps/server/src/(services/|app\\.ts$|main\\.ts$)' },
    ),
    wall(
      'feature-never-app',
      'app puts features together; a feature does not know app.',
      { path: '^apps/web/src/features/' },
      { path: '^apps/web/src/app/' },
    ),
    wall(
      'features-by-front-door',
      'Another feature is used through its index.ts or its paths.ts.',
      { path: '^apps/web/src/features/([^/]+)/' },
      { path: '^apps/web/src/features/', pathNot: '^apps/web/src/features/($1/|[^/]+/(index|paths)\\.tsx?$)' },
    ),
    wall(
      'app-knows-no-feature',
      'app puts features together by their definitions; the lists alone name them.',
      { path: '^apps/web/src/app/', pathNot: `${TEST}|^apps/web/src/app/(entry-)?features\\.ts$` },
      { path: '^apps/web/src/features/' },
    ),
    wall(
      'lists-use-definitions',
      'The lists of features read what each says about itself, and nothing else of it.',
      { path: '^apps/web/src/app/(entry-)?features\\.ts$' },
      { path: '^apps/web/src/features/', pathNot: '^apps/web/src/features/[^/]+/feature\\.ts$' },
    ),
    wall(
      'definition-is-light',
      'A definition is loaded before any page: it imports pages, tours and calls when they are needed.',
      { path: '^apps/web/src/features/[^/]+/feature\\.ts$' },
      { path: '^apps/web/src/(ui/|features/[^/]+/((pages|api)/|tours\\.ts$|frame\\.ts$))', dynamic: false },
    ),
    wall(
      'ui-knows-no-feature',
      'ui and shared are used by features, and use none of them.',
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
      'Contracts are read by every program: kernel and zod are all they need.',
      { path: '^packages/contracts/src/', pathNot: TEST },
      { path: '.', pathNot: '^packages/(contracts|kernel)/|(^|/)node_modules/zod/' },
    ),
    wall(
      'contracts-by-service',
      'The contracts of a service use none of another service; what several need stands beside the folders, what a run is in runs/, what a workspace holds in workspaces/, what a workflow is in flows/, what a job is in scheduler/, what an HTTP request is in requests/, and what a script of keywords is in test-repository/.',
      { path: '^packages/contracts/src/([^/]+)/', pathNot: TEST },
      {
        path: '^packages/contracts/src/[^/]+/',
        pathNot: '^packages/contracts/src/($1|runs|workspaces|flows|scheduler|requests|test-repository)/',
      },
    ),
    wall(
      'kernel-uses-nothing',
      'kernel is under everything.',
      { path: '^packages/kernel/src/', pathNot: TEST },
      { path: '.', pathNot: '^packages/kernel/' },
    ),
    wall(
      'report-is-pure',
      'Server and command line share the report: it reads no file and no database. PDFs alone, which the server makes, read their fonts.',
      { path: '^packages/report/src/', pathNot: `${TEST}|^packages/report/src/pdf/` },
      {
        path: '.',
        pathNot: '^packages/(report|contracts|kernel)/|^engines/(http|assert|script)/src/|^node_modules/fflate/',
      },
    ),
    wall(
      'no-circle',
      'Files that import each other in a circle cannot be read one by one.',
      {},
      {
        circular: true,
        viaOnly: { dependencyTypesNot: ['type-only'] },
      },
    ),
    wall(
      'resolvable',
      'The import leads nowhere: correct the path or add the package to package.json.',
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
    tsConfig: { fileName: 'tsconfig.base.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types', 'style'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json', '.css'],
    },
  },
};
