// npm run new-feature NAME: creates a feature: texts, a call, a module of the server and a screen, all connected.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

import { exitWithError } from './install-deps.mjs'
import { features } from './features.mjs'
import { listLocales } from './generate/locales.mjs'

const name = process.argv[2] ?? ''
// The root is not that of install-deps.mjs, so that a test can run this script in a copy.
const root = join(import.meta.dirname, '..')

if (!/^[a-z]{3,20}$/.test(name))
  exitWithError('Usage: npm run new-feature NAME, with a name of 3 to 20 lower-case letters.')
if (existsSync(join(root, 'apps/web/src/features', name)) || existsSync(join(root, 'apps/server/src/modules', name)))
  exitWithError(`The feature "${name}" already exists.`)

const title = `${name[0]?.toUpperCase()}${name.slice(1)}`
const texts = `  '${name}.title': '${title}',\n  '${name}.empty': 'Nothing here yet',\n`
const changedPaths = [
  write(`packages/texts/src/en/${name}.ts`, `/** ${title}. */\nexport const ${name} = {\n${texts}} as const\n`),
  ...(await listLocales(root)).locales
    .filter((locale) => locale !== 'en')
    .map((locale) =>
      write(
        `packages/texts/src/${locale}/${name}.ts`,
        `import type { ${name} as en } from '../en/${name}.ts'\n\nexport const ${name}: Record<keyof typeof en, string> = {\n${texts}}\n`,
      ),
    ),
  write(
    `packages/contract/src/${name}.ts`,
    `import * as z from 'zod/mini'

import { defineCall } from './call.ts'

export const ${name}Calls = {
  list${title}: defineCall({
    method: 'GET',
    path: '/api/${name}',
    access: 'client',
    source: 'ours',
    summary: '${title} of this trader.',
    reply: z.object({ items: z.array(z.string()) }),
  }),
} as const
`,
  ),
  insert('packages/contract/src/all-calls.ts', [
    [`import { ${name}Calls } from './${name}.ts'\n`, "import { withdrawalCalls } from './withdrawal.ts'\n"],
    [`  ${name}Calls,\n`, '  withdrawalCalls,\n'],
  ]),
  write(
    `apps/server/src/modules/${name}/service.ts`,
    `import type { AppContext } from '../../context.ts'

export async function list${title}(_context: AppContext, _userId: number): Promise<string[]> {
  return []
}
`,
  ),
  write(
    `apps/server/src/modules/${name}/routes.ts`,
    `import { ${name}Calls } from '@tradefront/contract/${name}'
import type { FastifyInstance } from 'fastify'

import type { AppContext } from '../../context.ts'
import { registerCall } from '../../platform/http/route.ts'
import { list${title} } from './service.ts'

export function ${name}Routes(app: FastifyInstance, context: AppContext): void {
  registerCall(app, ${name}Calls.list${title}, async ({ user }) => ({ items: await list${title}(context, user.id) }))
}
`,
  ),
  write(
    `apps/server/src/modules/${name}/module.ts`,
    `import type { ServerModule } from '../../context.ts'
import { ${name}Routes } from './routes.ts'

export const ${name}Module: ServerModule = {
  routes: [${name}Routes],
}
`,
  ),
  write(
    `apps/web/src/features/${name}/${name}-screen.tsx`,
    `import { useQuery } from '@tanstack/react-query'
import { ${name}Calls } from '@tradefront/contract/${name}'

import { callQuery } from '../../platform/api/call-query.ts'
import { useTranslate } from '../../platform/i18n/i18n.ts'
import { QueryView } from '../../platform/query/query-view.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { RowsSkeleton } from '../../ui/feedback/skeleton.tsx'
import { ScreenTitle } from '../../ui/layout/screen-title.tsx'

export function ${title}Screen() {
  const t = useTranslate()
  return (
    <div className="flex flex-col gap-6">
      <ScreenTitle>{t('${name}.title')}</ScreenTitle>
      <QueryView
        query={useQuery(callQuery(${name}Calls.list${title}, {}))}
        name={t('${name}.title')}
        skeleton={<RowsSkeleton count={3} className="h-12" />}
        isEmpty={({ items }) => items.length === 0}
        empty={<EmptyState title={t('${name}.empty')} />}
      >
        {({ items }) => (
          <ul>
            {items.map((item) => (
              <li key={item}>{item}</li>
            ))}
          </ul>
        )}
      </QueryView>
    </div>
  )
}
`,
  ),
  insert('apps/web/src/routes/trading-routes.tsx', [
    [
      `  defineScreen({
    path: '/show/${name}',
    load: async () => (await import('../features/${name}/${name}-screen.tsx')).${title}Screen,
    texts: ['${name}'],
    title: '${name}.title',
  }),
`,
      '\n  // Every other name is a page of the server.',
    ],
  ]),
  ...(features.includes(name) ? [] : [insert('scripts/features.mjs', [[`  '${name}',\n`, ']\n\n/** Folders']])]),
].filter(Boolean)
spawnSync(process.execPath, [join(root, 'scripts/generate.mjs')], { stdio: 'ignore' })

console.log(`Made or changed:\n${changedPaths.map((path) => `  ${path}`).join('\n')}
Add by hand: the texts of the other languages, and a test of the route and of the screen.`)

/** Returns null if the file exists. */
function write(path, text) {
  const file = join(root, path)
  if (existsSync(file)) return null
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
  return path
}

/**
 * Inserts texts into a file.
 * @param parts what is inserted, and the text that it comes before
 */
function insert(path, parts) {
  const file = join(root, path)
  let text = readFileSync(file, 'utf8')
  for (const [part, place] of parts) {
    if (!text.includes(place)) exitWithError(`Nothing was inserted into ${path}, because it has no "${place.trim()}".`)
    text = text.replace(place, `${part}${place}`)
  }
  writeFileSync(file, text)
  return path
}
