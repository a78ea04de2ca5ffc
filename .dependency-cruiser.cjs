// The directions of ARCHITECTURE.md. Tests and tests/ may import anything, so every rule looks at product code only.
const TESTS = '\\.test\\.tsx?$'
const FEATURE = 'plans|brand|seats|urgency|proof|identity|billing'

/** Product code under a folder; `pathNot` lists the files that the rule lets through. */
const product = (path, pathNot = []) => ({ path, pathNot: [TESTS, ...pathNot] })
const packages = (names) => `^node_modules/(${names})/`
const rule = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to })

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    rule('no-cycle', 'Two files that need each other are one file, or miss a third.', {}, { circular: true }),
    rule(
      'resolvable',
      'An import that does not resolve escapes every other rule.',
      {},
      { couldNotResolve: true },
    ),
    rule(
      'named-for-a-purpose',
      'A file called utils, helpers or misc collects whatever has no home.',
      {},
      {
        path: '(^|/)(utils?|helpers?|misc)(\\.[^/]+$|/)',
        pathNot: '^node_modules/',
      },
    ),

    rule(
      'product-without-tooling',
      'What ships does not depend on tests, scripts or benches.',
      product('^(core|server|web)/'),
      {
        path: ['^(scripts|tests|bench)/', TESTS],
      },
    ),
    rule(
      'core-is-pure',
      'core imports zod and core, so that it runs anywhere and is tested without doubles.',
      product('^core/'),
      {
        pathNot: ['^core/', packages('zod')],
      },
    ),
    rule(
      'core-features-apart',
      'Features of core share messages and plans, whose catalogue holds the brand.',
      product('^core/([^/]+)/'),
      {
        path: '^core/[^/]+/',
        pathNot: ['^core/$1/', '^core/messages/', '^core/plans/', '^core/brand/'],
      },
    ),

    rule(
      'web-stays-in-the-browser',
      'web imports core, React and what verifies the seat log.',
      product('^web/'),
      {
        pathNot: ['^(web|core)/', '^packages/client/src/seat-log/', packages('react|react-dom')],
      },
    ),
    rule(
      'web-features-apart',
      'pages → features → ui: a page brings features together.',
      product(`^web/(${FEATURE})/`),
      {
        path: `^web/(pages|${FEATURE})/`,
        pathNot: '^web/$1/',
      },
    ),
    rule('ui-knows-no-feature', 'ui is what features are made of.', product('^web/ui/'), {
      path: `^web/(pages|${FEATURE})/`,
    }),

    rule('server-sees-the-manifest', 'Of web, the server sees which pages there are.', product('^server/'), {
      path: '^web/',
      pathNot: '^web/pages/(manifest\\.tsx|define-page\\.ts)$',
    }),
    rule('render-in-pages', 'Pages are rendered in server/pages.', product('^server/', ['^server/pages/']), {
      path: '^web/',
    }),
    rule(
      'server-features-apart',
      'app.ts hands one feature what it needs of another.',
      product(`^server/(${FEATURE})/`),
      {
        path: `^server/(${FEATURE})/`,
        pathNot: '^server/$1/',
      },
    ),
    rule(
      'app-wires-features',
      'app.ts calls the create<Feature>() of each feature and nothing behind it.',
      product('^server/app\\.ts$'),
      {
        path: `^server/(${FEATURE}|operations)/`,
        pathNot: '/create-[a-z]+\\.ts$',
        dependencyTypesNot: ['type-only'],
      },
    ),
    rule(
      'production-packages',
      'A development package is not there in production.',
      product('^(core|server|web)/'),
      {
        dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown'],
        dependencyTypesNot: ['type-only'],
      },
    ),

    rule(
      'database-in-stores',
      'Only stores, server/db and server/identity know the database.',
      product('^(core|server|web)/', ['[/-]store\\.ts$', '^server/(db|identity)/']),
      {
        path: packages('drizzle-orm|pg|@types/pg|@electric-sql/pglite'),
      },
    ),
    rule(
      'hono-in-routes',
      'Only routes, app.ts, server/http, server/pages and server/operations know Hono.',
      product('^(core|server|web)/', [
        '^server/.+/routes\\.ts$',
        '^server/app\\.ts$',
        '^server/(http|pages|operations)/',
      ]),
      {
        path: packages('hono'),
      },
    ),
    rule(
      'hono-adapter',
      'Only run-server.ts and server/http know how Hono meets Node.',
      product('^(core|server|web)/', ['^server/run-server\\.ts$', '^server/http/']),
      {
        path: packages('@hono/[^/]+'),
      },
    ),
    rule(
      'stripe-in-its-gateway',
      'Only server/billing/stripe and the operator commands call the Stripe SDK.',
      product('^(core|server|web)/', ['^server/(billing/stripe|commands)/']),
      {
        path: packages('stripe'),
      },
    ),

    rule(
      'emulator-apart',
      'The emulator imports Node and packages only, and is reached over HTTP or through its exports.',
      product('^packages/stripe-emulator/'),
      { path: '^(core|server|web|tests|scripts|bench)/' },
    ),
    rule(
      'client-apart',
      'The client runs wherever there is fetch: it imports itself and standardwebhooks. Its command runs on Node.',
      product('^packages/client/src/', ['^packages/client/src/fairseat-verify\\.ts$']),
      { pathNot: ['^packages/client/src/', packages('standardwebhooks')] },
    ),
    rule(
      'examples-apart',
      'An example imports what a product of somebody else could install.',
      product('^examples/'),
      {
        path: '^(core|server|web|tests|scripts|bench|packages)/',
        pathNot: '^packages/client/src/index\\.ts$',
      },
    ),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^packages/[^/]+/dist/' },
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
    },
  },
}
