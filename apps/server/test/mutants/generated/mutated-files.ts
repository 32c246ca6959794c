import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { readOwners } from '../../schema/read-owners.ts'

/** Root of the repository, which ends with a slash. */
export const root = fileURLToPath(new URL('../../../../../', import.meta.url))
export const moneyModules =
  'cards crypto deposits history ledger marks offers promo rates tournaments trading validation wallets withdrawal'.split(
    ' ',
  )
export const modulesFolder = 'apps/server/src/modules/'
/** Tests of several modules, in folders by the module that they are most about. */
export const worldsFolder = 'apps/server/test/'
export const simulationsFolder = `${worldsFolder}simulation/`
export const rulesFolder = 'packages/rules/src/'
const migrationsFolder = 'apps/server/src/migrations/'

const fileTexts = new Map<string, string>()

/** Reads a file. @param file from the repository's root */
export function readText(file: string): string {
  const text = fileTexts.get(file) ?? readFileSync(join(root, file), 'utf8')
  fileTexts.set(file, text)
  return text
}

export function listFiles(pattern: string): string[] {
  return globSync(pattern, { cwd: root }).toSorted()
}

/** Matches files that tests of the rules read instead of a server. */
const testWorld = /\/memory-\w+\.ts$/

/** Lists the rules, the modules of money with their SQL, and the migrations of their tables; from the repository's root. */
export function listMutatedFiles(): string[] {
  const code = [`${rulesFolder}**/*.ts`, ...moneyModules.map((name) => `${modulesFolder}${name}/**/*.{ts,sql}`)]
  return [
    ...code.flatMap(listFiles).filter((file) => !file.endsWith('.test.ts') && !testWorld.test(file)),
    ...listFiles(`${migrationsFolder}*.sql`).filter((file) =>
      listSqlOwners(file).some((owner) => moneyModules.includes(owner)),
    ),
  ]
}

/**
 * Lists the module of a file of functions; or the modules that own the tables of a migration: those that it creates, or else those that it
 * names.
 */
export function listSqlOwners(file: string): string[] {
  const module = getModule(file)
  if (module !== null) return [module]
  const text = readText(file)
  const created = [...text.matchAll(/^-- owner: (\w+)/gm)].map(([, owner = '']) => owner)
  if (created.length > 0) return [...new Set(created)]
  const words = new Set(text.toLowerCase().match(/[a-z_]+/g))
  return [...new Set([...readOwners().tables].flatMap(([table, owner]) => (words.has(table) ? [owner] : [])))]
}

/**
 * Returns the module of a file: `deposits` of `apps/server/src/modules/deposits/…`, `packages/rules/src/deposits/…`,
 * `apps/server/test/deposits/…` and `apps/server/test/simulation/deposits/…`; null for others.
 */
export function getModule(file: string): string | null {
  const folder = [modulesFolder, rulesFolder, simulationsFolder, worldsFolder].find((start) => file.startsWith(start))
  return folder === undefined ? null : (file.slice(folder.length).split('/')[0] ?? null)
}

export function isTestOf(testFile: string, file: string): boolean {
  return testFile === file.replace(/\.ts$/, '.test.ts')
}
