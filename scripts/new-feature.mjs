// npm run new-feature NAME: creates a feature's files and lists what to connect by hand.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

import { exitWithError } from './install-deps.mjs'
import { features } from './features.mjs'
import { listLocales } from './generate/locales.mjs'

const name = process.argv[2] ?? ''
// Not from install-deps.mjs, so that a test can run this script in a copy.
const root = join(import.meta.dirname, '..')

if (!/^[a-z]{3,20}$/.test(name))
  exitWithError('Usage: npm run new-feature NAME, with a name of 3 to 20 lower-case letters.')
if (existsSync(join(root, 'apps/web/src/features', name)) || existsSync(join(root, 'apps/server/src/modules', name)))
  exitWithError(`The feature "${name}" already exists.`)

const title = `${name[0]?.toUpperCase()}${name.slice(1)}`
const changedPaths = [
  write(
    `packages/texts/src/en/${name}.ts`,
    `/** ${title}. */\nexport const ${name} = {\n  '${name}.title': '${title}',\n} as const\n`,
  ),
  ...listLocales(root)
    .filter((locale) => locale !== 'en')
    .map((locale) =>
      write(
        `packages/texts/src/${locale}/${name}.ts`,
        `import type { ${name} as en } from '../en/${name}.ts'\n\nexport const ${name}: Record<keyof typeof en, string> = {\n  '${name}.title': '${title}',\n}\n`,
      ),
    ),
  write(
    `packages/contract/src/${name}.ts`,
    `import * as z from 'zod/mini'

import { defineCall } from './call.ts'

export const ${name}Calls = {
  show: defineCall({
    method: 'GET',
    path: '/api/${name}',
    access: 'client',
    source: 'ours',
    summary: '${title} of this trader.',
    reply: z.object({ return: z.literal(true) }),
  }),
} as const
`,
  ),
  write(
    `apps/server/src/modules/${name}/service.ts`,
    `export type ${title}Service = ReturnType<typeof create${title}Service>

export function create${title}Service() {
  return {
    show: async (_userId: number) => ({ return: true as const }),
  }
}
`,
  ),
  write(
    `apps/server/src/modules/${name}/routes.ts`,
    `import { ${name}Calls } from '@tradefront/contract/${name}'
import type { FastifyInstance } from 'fastify'

import { registerCall } from '../../platform/http/route.ts'
import type { ${title}Service } from './service.ts'

export function ${name}Routes({ ${name} }: { ${name}: ${title}Service }) {
  return async (app: FastifyInstance): Promise<void> => {
    registerCall(app, ${name}Calls.show, ({ user }) => ${name}.show(user.id))
  }
}
`,
  ),
  write(
    `apps/web/src/features/${name}/${name}-screen.tsx`,
    `import { useSuspenseQuery } from '@tanstack/react-query'
import { ${name}Calls } from '@tradefront/contract/${name}'

import { callQuery } from '../../platform/api/call-query.ts'
import { useTranslate } from '../../platform/i18n/i18n.ts'
import { ScreenTitle } from '../../ui/layout/screen-title.tsx'

export function ${title}Screen() {
  const t = useTranslate()
  useSuspenseQuery(callQuery(${name}Calls.show, {}))
  return <ScreenTitle>{t('${name}.title')}</ScreenTitle>
}
`,
  ),
  update('apps/web/src/routes/trading-routes.tsx', (text) =>
    text.replace(
      '\n  // Every other name is a page of the server.',
      `  defineScreen({
    path: '/show/${name}',
    load: async () => (await import('../features/${name}/${name}-screen.tsx')).${title}Screen,
    texts: ['${name}'],
    title: '${name}.title',
  }),
$&`,
    ),
  ),
  ...(features.includes(name)
    ? []
    : [update('scripts/features.mjs', (text) => text.replace(/\n\]\n/, `\n  '${name}',\n]\n`))]),
].filter(Boolean)
spawnSync(process.execPath, [join(root, 'scripts/generate.mjs')], { stdio: 'ignore' })

console.log(`Made or changed:\n${changedPaths.map((path) => `  ${path}`).join('\n')}
Connect by hand:
  packages/contract/src/all-calls.ts     ${name}Calls, so that it is listed and documented
  apps/server/src/app.ts                 create${title}Service and ${name}Routes
  e2e/${name}.e2e.ts                      the first browser test`)

/** Returns null if the file exists. */
function write(path, text) {
  const file = join(root, path)
  if (existsSync(file)) return null
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
  return path
}

function update(path, transform) {
  const file = join(root, path)
  writeFileSync(file, transform(readFileSync(file, 'utf8')))
  return path
}
