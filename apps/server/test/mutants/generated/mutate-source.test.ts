import { expect, test } from 'vitest'

import { createRandom } from '../../fixtures/seeded-random.ts'
import { equivalentMutations } from './equivalent-mutations.ts'
import type { MutationKind } from './mutation.ts'
import { listMutatedFiles, readText } from './mutated-files.ts'
import { listMutations } from './mutate-source.ts'
import { pickSample } from './pick-sample.ts'

/** Lists the changed lines of the faults of one kind. */
const listChanges = (kind: MutationKind, source: string, file = 'sample.ts') =>
  listMutations(file, source).flatMap((mutation) => (mutation.kind === kind ? [mutation.after] : []))

test.each<[MutationKind, string, string[]]>([
  ['operator', 'const is = a < b', ['const is = a <= b']],
  ['operator', 'const is = a >= b', ['const is = a > b']],
  ['operator', 'const is = a === b', ['const is = a !== b']],
  ['operator', 'const sum = a - b', ['const sum = a + b']],
  ['operator', 'const sum = Math.min(a, b)', ['const sum = Math.max(a, b)']],
  ['operator', 'const rounded = Math.floor(a)', ['const rounded = Math.ceil(a)']],
  ['operator', 'const is = a && b', ['const is = a || b']],
  ['condition', 'const is = a && b', ['const is = a', 'const is = b']],
  ['condition', 'if (a) stop()', ['if (false) stop()', 'if (!(a)) stop()']],
  ['condition', `if (a || b) throw new Error('invariant: x')`, [`if (!(a || b)) throw new Error('invariant: x')`]],
  ['condition', 'const one = a ? b : c', ['const one = !(a) ? b : c']],
  ['constant', 'const days = 7', ['const days = 8']],
  ['constant', 'const ms = seconds * second', ['const ms = seconds']],
  ['constant', 'const units = 10n', ['const units = 11n']],
  ['constant', 'const one = { isPaid: true }', ['const one = { isPaid: false }']],
  ['conversion', `const cents = toMinor(amount, 'EUR')`, ['const cents = amount']],
  ['conversion', 'const cost = convertFromBase(amount, rate)', ['const cost = amount']],
  ['conversion', 'const worth = toBaseThreshold(amount, currency)', ['const worth = amount']],
  ['conversion', `const min = toThreshold(20, currency, 'up')`, [`const min = toThreshold(20, 'USD', 'up')`]],
  [
    'conversion',
    `const step = toMajorThreshold(50, currency, 'up')`,
    [`const step = toMajorThreshold(50, 'USD', 'up')`],
  ],
  ['conversion', 'const terms = toAccountTerms(given, currency)', [`const terms = toAccountTerms(given, 'USD')`]],
  [
    'conversion',
    'const terms = toAccountPromoTerms(code, currency)',
    [`const terms = toAccountPromoTerms(code, 'USD')`],
  ],
  [
    'conversion',
    `multiplyExactly([amount, rate], 'up')`,
    [`multiplyExactly([ rate], 'up')`, `multiplyExactly([amount, ], 'up')`, `multiplyExactly([amount, rate], 'down')`],
  ],
  ['key', `hashRequest({ currency, amount })`, [`hashRequest({ amount })`, `hashRequest({ currency, })`]],
  ['key', 'deriveUuid(namespace, `pay:${userId}`)', [`deriveUuid(namespace, \`pay:\${''}\`)`]],
  [
    'key',
    'createHash(JSON.stringify([a, b]))',
    ['createHash(JSON.stringify([ b]))', 'createHash(JSON.stringify([a, ]))'],
  ],
  [
    'where',
    `db.where('id', '=', id).where('user_id', '=', userId)`,
    [`db.where('user_id', '=', userId)`, `db.where('id', '=', id)`],
  ],
  ['removal', 'if (isDue) await sendRefund()', ['if (isDue) {}']],
  ['removal', 'const one = { entry, alert: null }', ['const one = { alert: null }', 'const one = { entry, }']],
  ['removal', 'const steps = [sent, pending]', ['const steps = [ pending]', 'const steps = [sent, ]']],
  ['removal', 'const at = findPrice(symbol, day)', ['const at = findPrice(symbol)']],
  ['swap', 'const paid = post(from, to)', ['const paid = post(to, from)']],
  ['swap', 'const paid = post(trade.stake, trade.fee)', ['const paid = post(trade.fee, trade.stake)']],
  ['swap', 'const paid = post(from, trade.fee)', []],
  ['swap', 'const most = Math.max(one, other)', []],
  [
    'text',
    `const next = isLate ? 'refunded' : 'credited'`,
    [`const next = isLate ? 'credited' : 'credited'`, `const next = isLate ? 'refunded' : 'refunded'`],
  ],
  [
    'text',
    `const one = { status: 'suspense', isOld: state !== 'due' }`,
    [
      `const one = { status: 'due', isOld: state !== 'due' }`,
      `const one = { status: 'suspense', isOld: state !== 'suspense' }`,
    ],
  ],
])('a fault of the kind %s is planted into: %s', (kind, source, changes) => {
  expect(listChanges(kind, source).toSorted()).toEqual(changes.toSorted())
})

test.each<[MutationKind, string, string[]]>([
  [
    'where',
    'delete from t where a = 1 and b between 2 and 3',
    [
      'delete from t where b between 2 and 3',
      'delete from t where a = 1',
      'delete from t where false and a = 1 and b between 2 and 3',
    ],
  ],
  [
    'where',
    'select 1 from t where user_id = 5 order by id',
    ['select 1 from t where true order by id', 'select 1 from t where false and user_id = 5 order by id'],
  ],
  ['operator', 'select 1 from t order by a, b limit 1', ['select 1 from t order by a desc, b limit 1']],
  ['operator', 'select 1 from t order by (a, b) desc', ['select 1 from t order by (a, b)']],
  [
    'removal',
    'with a as (insert into t values (1)), b as (update t set x = 1 returning y) select y from b',
    ['with b as (update t set x = 1 returning y) select y from b'],
  ],
  ['removal', 'with a as (select 1), b as (delete from t) select 1 from a', ['with a as (select 1) select 1 from a']],
  ['key', 'create unique index i on t (a, b)', ['create unique index i on t ( b)', 'create unique index i on t (a)']],
  [
    'key',
    'insert into t values (1) on conflict (a, b) do nothing',
    ['insert into t values (1) on conflict ( b) do nothing', 'insert into t values (1) on conflict (a) do nothing'],
  ],
  ['operator', 'check (a < b)', ['check (a <= b)']],
  ['operator', 'select least(a, b)', ['select greatest(a, b)']],
  ['constant', 'check (length(a) <= 60)', ['check (length(a) <= 61)']],
  ['condition', 'check (a or b)', ['check (a and b)']],
])('a fault of the kind %s is planted into the SQL: %s', (kind, source, changes) => {
  expect(listChanges(kind, source, 'sample.sql').toSorted()).toEqual(changes.toSorted())
})

test('a part of a statement that a template inserts is left out', () => {
  const source =
    'sql`with change as (select 1), ${captures}, ${postEntries(1)}, last as (select 2) select ${a}, ${b} from last`'
  expect(listChanges('removal', source).filter((change) => change.startsWith('sql'))).toEqual([
    'sql`with change as (select 1), ${postEntries(1)}, last as (select 2) select ${a}, ${b} from last`',
    'sql`with change as (select 1), ${captures}, last as (select 2) select ${a}, ${b} from last`',
  ])
})

test('SQL in a template is changed around what is inserted, which is changed as code', () => {
  const source = 'sql`select 1 from t where a = ${first + 1} and user_id = ${user.id}`'
  expect(listChanges('where', source)).toEqual([
    'sql`select 1 from t where false and a = ${first + 1} and user_id = ${user.id}`',
    'sql`select 1 from t where user_id = ${user.id}`',
    'sql`select 1 from t where a = ${first + 1} `',
  ])
  expect(listChanges('operator', source)).toContain(
    'sql`select 1 from t where a = ${first - 1} and user_id = ${user.id}`',
  )
})

test.each([
  '// a < b && 1',
  '/* if (a) toMinor(1) */',
  `import { a } from './a-1.ts'`,
  `export * from './a-1.ts'`,
  `const text = 'a < b where a = 1 and b = 2'`,
  'const text = `1 < 2 and 3 of ${name}`',
  'type Pair = 1 | 2',
  'let digits: 1 | 2',
  'const pair = list as 1 | 2',
  'const batchSize = 500',
  'const defaultPageSize = 20',
  'const maxBlocksPerRound = 500',
  'const limits = { maxAtOnce: 10 }',
  'const job = { everyMs: 1000 }',
  'const job = { limitMinutes: 60 }',
])('nothing is planted into: %s', (source) => {
  expect(listMutations('sample.ts', source)).toEqual([])
})

test.each([
  `-- a < 1 and b`,
  `comment on table t is 'a < 1 and b'`,
  'create or replace function',
  'a numeric(12, 2)',
  'create index i on t (a, b desc) where a > 1 and b is null;',
])('nothing is planted into the SQL: %s', (source) => {
  expect(listMutations('sample.sql', source)).toEqual([])
})

test('a fault is named by its lines, not by their place', () => {
  const [first] = listMutations('deposits/a.ts', 'const is = a < b')
  const [moved] = listMutations('deposits/open/a.ts', '\n// A comment.\nconst is = a < b')
  expect(moved).toMatchObject({ id: first?.id, line: 3 })
  const twice = listMutations('a.ts', 'const is = a < b\nconst is = a < b').map(({ id }) => id)
  expect(new Set(twice).size).toBe(2)
})

test('a seed picks the same faults again, of all kinds; another seed picks others', () => {
  const file = 'apps/server/src/modules/deposits/open-deposit.ts'
  const mutations = [
    file,
    'apps/server/src/modules/deposits/derive-references.ts',
    'packages/rules/src/ledger/money.ts',
  ].flatMap((each) => listMutations(each, readText(each)))
  const pick = (seed: number) => pickSample(mutations, 20, createRandom(seed)).map(({ id }) => id)
  expect(pick(7)).toEqual(pick(7))
  expect(pick(7)).not.toEqual(pick(8))
  expect(new Set(pick(7)).size).toBe(20)
})

test('all that is judged equivalent is still in the code', () => {
  const files = listMutatedFiles()
  for (const [name, entries] of Map.groupBy(equivalentMutations, ({ file }) => file)) {
    const path = files.find((each) => each.endsWith(name))
    const mutations = path === undefined ? [] : listMutations(path, readText(path))
    for (const { before, after, reason } of entries) {
      const found = mutations.filter((each) => each.before === before && each.after === after)
      expect(found.length, `${name}: ${before}`).toBeGreaterThan(0)
      expect(reason).not.toBe('')
    }
  }
})
