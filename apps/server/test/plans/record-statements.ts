import { appendFileSync } from 'node:fs'
import { join } from 'node:path'

import pg from 'pg'

// This set-up file of the server's tests records each SQL statement of the product that they execute, for `query-plans.plans.test.ts`.

export type RecordedStatement = { readonly text: string; readonly source: string }

const folder = process.env['STATEMENTS_FOLDER']
const sourceFolder = '/apps/server/src/'
const serverCode = /\/apps\/server\/(src|test)\//
const testCode = /\.test\.ts|\/apps\/server\/test\/|\/migrate\.ts|demo-seed\.ts/
/** The tables of the job queue are not ours. */
const foreignTables = /\bpgboss\./
const wrapper = /\/platform\/database\/(?:prepared-statements|database|batch)\.ts/
/** How many frames of a stack are read: async frames of Kysely count too. */
const maxFrames = 80
/** How often the stack of a statement is read: tests repeat their own statements. */
const maxTestUses = 20

const recorded = new Set<string>()
const testUses = new Map<string, number>()

/** Mark that files with shared modules have executed this file before. */
const mark = Symbol.for('records statements')

if (folder !== undefined && !(mark in pg.Client.prototype)) {
  const { query } = pg.Client.prototype
  Object.defineProperty(pg.Client.prototype, mark, { value: true })
  Object.defineProperty(pg.Client.prototype, 'query', {
    configurable: true,
    writable: true,
    value(this: pg.Client, ...args: unknown[]): unknown {
      const [first] = args
      const text = typeof first === 'string' ? first : getText(first)
      if (text !== null && !foreignTables.test(text) && /^\s*(select|insert|update|delete|merge|with)\b/i.test(text))
        recordStatement(folder, text)
      return Reflect.apply(query, this, args)
    },
  })
}

function recordStatement(to: string, text: string): void {
  if (recorded.has(text) || (testUses.get(text) ?? 0) >= maxTestUses) return
  const caller = findCaller()
  if (testCode.test(caller)) {
    testUses.set(text, (testUses.get(text) ?? 0) + 1)
    return
  }
  recorded.add(text)
  const statement: RecordedStatement = {
    text,
    source: caller.slice(caller.indexOf(sourceFolder) + sourceFolder.length),
  }
  appendFileSync(join(to, `${process.pid}.jsonl`), `${JSON.stringify(statement)}\n`)
}

/** Finds the innermost function of the server outside of the database wrapper. */
function findCaller(): string {
  const limit = Error.stackTraceLimit
  Error.stackTraceLimit = maxFrames
  const { stack = '' } = new Error('not thrown')
  Error.stackTraceLimit = limit
  const frames = stack.split('\n').filter((line) => serverCode.test(line) && !line.includes('record-statements'))
  return frames.find((line) => !wrapper.test(line)) ?? `unknown caller: ${stack}`
}

function getText(config: unknown): string | null {
  if (typeof config !== 'object' || config === null || !('text' in config)) return null
  return typeof config.text === 'string' ? config.text : null
}
