import { defineConfig } from 'oxlint'

/** Kinds of folders, from specific to general: the first pattern that matches a file decides. */
const elements = [
  { type: 'texts', pattern: 'packages/texts/src' },
  { type: 'rules', pattern: 'packages/rules/src' },
  { type: 'contract', pattern: 'packages/contract/src' },
  { type: 'processors', pattern: 'packages/processors/src' },
  { type: 'local-postgres', pattern: 'packages/local-postgres/src' },
  { type: 'server-test', pattern: 'apps/server/test' },
  { type: 'gateways', pattern: 'apps/server/src/gateways' },
  { type: 'module', pattern: 'apps/server/src/modules/*', capture: ['feature'] },
  { type: 'server-platform', pattern: 'apps/server/src/platform' },
  { type: 'server', pattern: 'apps/server/src' },
  { type: 'sandbox', pattern: 'apps/sandbox/src' },
  { type: 'ui', pattern: 'apps/web/src/ui' },
  { type: 'feature', pattern: 'apps/web/src/features/*', capture: ['feature'] },
  { type: 'web-platform', pattern: 'apps/web/src/platform' },
  { type: 'web', pattern: 'apps/web/src' },
]

const packages = ['texts', 'rules', 'contract', 'processors']
const serverBase = [...packages, 'local-postgres', 'server-platform']
const serverParts = [...serverBase, 'gateways', 'module', 'server']
const webBase = [...packages, 'ui', 'web-platform']

/** The kinds that each kind can import. A module or feature can always import itself; see `featureEdges` and `filePolicies` for the rest. */
const imports: Record<string, string[]> = {
  texts: ['texts'],
  rules: ['texts', 'rules'],
  contract: ['texts', 'rules', 'contract'],
  processors: packages,
  'local-postgres': ['local-postgres'],
  'server-platform': serverBase,
  gateways: [...serverBase, 'gateways'],
  module: [...serverBase, 'gateways'],
  server: serverParts,
  'server-test': [...serverParts, 'server-test'],
  sandbox: [...packages, 'sandbox'],
  ui: ['ui', 'rules'],
  'web-platform': webBase,
  feature: webBase,
  web: [...webBase, 'feature', 'web'],
}

/** Web features that can import another feature. */
const featureEdges: Record<string, string[]> = {
  // The check of a visitor's trade, loaded after its end.
  landing: ['trading'],
  cards: ['deposits'],
  crypto: ['deposits'],
  // The runner, which also runs payments by wallets. Litecoin is reported as other payments are, and has a rate as other coins have.
  wallets: ['deposits', 'cards', 'crypto'],
  promo: ['deposits', 'profile'],
  tournaments: ['profile'],
  trading: ['profile', 'signals'],
  offers: ['deposits'],
  // Support checks files before an upload as documents do, and names refused ones in the same words. A trader can stop the mails of its answers.
  support: ['documents', 'profile'],
  profile: ['auth'],
  withdrawal: ['auth', 'deposits', 'profile'],
}

const importPolicies = Object.entries(imports).map(([from, to]) => ({
  from: { element: { type: from } },
  allow: { to: to.map((type) => ({ element: { type } })) },
}))

const itself = { captured: { feature: '{{from.element.captured.feature}}' } }
const selfPolicies = ['module', 'feature'].map((type) => ({
  from: { element: { type } },
  allow: { to: { element: { type, ...itself } } },
}))

/**
 * A module enters another one only through its service, and knows the context that it runs with; features and the web platform know the routes only by their paths; UI building
 * blocks write numbers and names as the rest of the app does. Only tests of the server import its test code.
 */
const filePolicies = [
  ...['server-platform', 'gateways', 'module', 'server'].map((type) => ({
    from: { element: { type }, file: { categories: 'test' } },
    allow: { to: { element: { type: 'server-test' } } },
  })),
  {
    from: { element: { type: 'module' } },
    allow: { to: { element: { type: 'module' }, file: { path: '**/service.ts' } } },
  },
  {
    from: { element: { type: 'module' } },
    allow: { to: { element: { type: 'server' }, file: { path: '**/src/context.ts' } } },
  },
  {
    from: { element: { type: 'ui' } },
    allow: { to: { element: { type: 'web-platform' }, file: { path: '**/i18n/format.ts' } } },
  },
  ...['feature', 'web-platform'].map((type) => ({
    from: { element: { type } },
    allow: { to: { element: { type: 'web' }, file: { path: '**/routes/paths.ts' } } },
  })),
]

const edgePolicies = Object.entries(featureEdges).map(([from, to]) => ({
  from: { element: { type: 'feature', captured: { feature: from } } },
  allow: { to: to.map((feature) => ({ element: { type: 'feature', captured: { feature } } })) },
}))

const formatAdvice = 'Use useFormat() of platform/i18n/format.ts. Add to that file what it cannot do yet.'

export default defineConfig({
  plugins: ['typescript', 'unicorn', 'import', 'react', 'jsx-a11y', 'promise', 'vitest'],
  jsPlugins: ['eslint-plugin-boundaries', './scripts/lint/web-rules.mjs'],
  categories: { correctness: 'error' },
  rules: {
    'typescript/no-explicit-any': 'error',
    'typescript/no-floating-promises': 'error',
    'typescript/no-misused-promises': 'error',
    'typescript/await-thenable': 'error',
    'typescript/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
    'typescript/ban-ts-comment': 'error',
    'typescript/unbound-method': 'off',
    'typescript/no-misused-spread': 'off',
    'typescript/no-base-to-string': 'off',
    'import/no-cycle': 'error',
    'vitest/consistent-test-it': ['error', { fn: 'test', withinDescribe: 'test' }],
    'vitest/no-conditional-expect': 'off',
    'vitest/require-to-throw-message': 'off',
    'vitest/valid-expect': ['error', { maxArgs: 2 }],
    'vitest/expect-expect': 'off',
    'vitest/no-standalone-expect': 'off',
    'promise/no-callback-in-promise': 'off',
    'eslint/no-control-regex': 'off',
    'unicorn/no-useless-spread': 'off',
    'react/refs': 'off',
    'jsx-a11y/no-autofocus': 'off',
    'jsx-a11y/prefer-tag-over-role': 'off',
    'boundaries/dependencies': [
      'error',
      { default: 'disallow', policies: [...importPolicies, ...selfPolicies, ...filePolicies, ...edgePolicies] },
    ],
  },
  overrides: [
    {
      files: ['apps/web/src/**'],
      excludeFiles: ['apps/web/src/platform/i18n/format.ts', 'apps/web/src/platform/i18n/currency-name.ts'],
      rules: {
        'eslint/no-restricted-globals': ['error', { name: 'Intl', message: formatAdvice }],
        'eslint/no-restricted-properties': [
          'error',
          ...['toLocaleString', 'toLocaleDateString', 'toLocaleTimeString'].map((property) => ({
            property,
            message: formatAdvice,
          })),
        ],
      },
    },
    {
      files: ['apps/web/src/**'],
      excludeFiles: ['apps/web/src/platform/query/**'],
      rules: {
        'web/no-query-state': 'error',
        'eslint/no-restricted-imports': [
          'error',
          {
            paths: [
              {
                name: '@tanstack/react-query',
                importNames: ['useSuspenseQuery', 'useSuspenseInfiniteQuery', 'useSuspenseQueries'],
                message: 'Use useQuery, and show the query with QueryView of platform/query.',
              },
            ],
          },
        ],
      },
    },
  ],
  ignorePatterns: [
    '**/dist/**',
    '**/dist-desk/**',
    '**/.tsbuild/**',
    'apps/sandbox/assets/**',
    'apps/server/src/platform/database/database-types.ts',
  ],
  settings: {
    'boundaries/elements': elements,
    'boundaries/files': [{ category: 'test', pattern: 'apps/server/src/**/*.test.ts' }],
    'import/resolver': { typescript: { project: ['tsconfig.json'] } },
  },
})
