import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

import { describe, expect, test } from 'vitest'

const root = resolve(import.meta.dirname, '..')

/** Only packages/contract/src/domain can use these abbreviated or misspelled names. */
const specificationNames = [
  'cnu',
  'emm',
  'eyy',
  'cu',
  'fn',
  'ln',
  'cty',
  'card_length_valid',
  'is_fail_limit',
  'regTime',
  'bonus_summ',
  'orderTurnover',
  'finCreditTurnover',
  'affsId',
  'md',
  'mdps',
  'btc_deposit',
  'doCard',
  'passport_new',
  'fillCard',
  'entro_pin',
  'tr_validate',
  'tr_success',
  'tr_attemps',
  'tr_count',
  'wd_methods',
]

/** The server has columns with these names, so only the browser is checked. */
const snakeCaseNames = [
  'limited_ignore',
  'left_today',
  'try_counter',
  'min_deposit',
  'min_deposit_other',
  'bonus_amount',
  'turnover_required',
  'transaction_id',
  'started_at',
  'deadline_at',
  'created_at',
  'ended_at',
]

/** UI components import no contract, and `md` is one of their sizes. */
const unchecked = ['apps/web/src/ui', 'apps/server/test', 'apps/server/src/platform/database']

/** Finds names of the wire, except in comments and quoted texts. */
function findWireNames(code: string, names: readonly string[]): string[] {
  const bare = code
    .replaceAll(/\/\*[\s\S]*?\*\//g, '')
    .replaceAll(/\/\/.*$/gm, '')
    .replaceAll(/'[^'\n]*'|"[^"\n]*"/g, '')
    // Kysely has `fn.countAll`.
    .replaceAll(/\bfn\s*\.(?:count|countAll|coalesce|sum|max|min|agg|jsonAgg|toJson|any|avg)\b/g, '')
  return names.filter((name) => new RegExp(String.raw`(?<![\w-])${name}(?![\w-])`).test(bare))
}

function listCodeFiles(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((file) => join(folder, file))
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$|\/testing\//.test(file))
    .filter((file) => !unchecked.some((skipped) => file.startsWith(`${skipped}/`)))
}

describe('the wire’s own names end at the contract', () => {
  test.each([
    ['apps/web/src', [...specificationNames, ...snakeCaseNames]],
    ['apps/server/src', specificationNames],
  ])('%s uses none of them', (folder, names) => {
    const found = listCodeFiles(folder).flatMap((file) =>
      findWireNames(readFileSync(join(root, file), 'utf8'), names).map((name) => `${file}: ${name}`),
    )
    expect(found).toEqual([])
  })

  test.each([
    ['const { cnu } = card', ['cnu']],
    ['show(user.bonus_summ)', ['bonus_summ']],
    ['return { md: 1, fn: first }', ['fn', 'md']],
    ["t('cards.entro_pin') // fn\nconst min_deposit = on.fn.countAll()", []],
    ['<p className="md:flex">{user.mdps}</p>', ['mdps']],
  ])('a planted use is found: %s', (code, names) => {
    expect(findWireNames(code, specificationNames).toSorted()).toEqual(names)
  })
})
