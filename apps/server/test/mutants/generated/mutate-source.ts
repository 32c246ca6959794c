import { type Node, parseSync } from 'oxc-parser'

import { wholeResults } from './equivalent-mutations.ts'
import { type Edit, type Mutation, applyEdit, describeEdits } from './mutation.ts'
import { listSqlEdits } from './mutate-sql.ts'

type Parent = Node | null
type Call = Extract<Node, { type: 'CallExpression' }>
type Context = {
  readonly source: string
  readonly edits: Edit[]
  /** States and other words that the source compares, returns, lists or assigns. */
  readonly words: { readonly value: string; readonly start: number; readonly end: number }[]
}

const swappedOperators: Readonly<Record<string, string>> = {
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '+': '-',
  '-': '+',
  '*': '/',
  '/': '*',
  '===': '!==',
  '!==': '===',
  '&&': '||',
  '||': '&&',
}
const swappedMethods: Readonly<Record<string, string>> = {
  min: 'max',
  max: 'min',
  floor: 'ceil',
  ceil: 'floor',
  round: 'floor',
  some: 'every',
  every: 'some',
}
const swappedTexts: Readonly<Record<string, string>> = { up: 'down', down: 'up' }
/** Functions whose first argument is an amount. */
const conversionPattern = /^(toMinor|fromMinor|toBaseThreshold|convert\w*|ceilToMinor|roundTo\w*)$/
/** Functions whose second argument is the currency whose limits are looked up. */
const limitPattern = /^(toThreshold|toMajorThreshold|toAccountTerms|toAccountPromoTerms)$/
const keyPattern = /hash|digest|fingerprint|^derive\w*(Uuid|Id|Reference|Key)$/i
/** A state, e.g. `refund_due`, but no sentence, path or key of a text. */
const wordPattern = /^[a-z][a-z_]*$/
/**
 * Names of sizes of pages and batches, and of periods and time limits of jobs: a change does the same work in other pieces or at other
 * times.
 */
const workPiecePattern = /(batchSize|pageSize|PerPage|PerRound|AtOnce|everyMs|limitMinutes)$/i
const wherePattern = /^(where|andWhere|whereRef|having|onRef)$/
const sqlStart = /^\s*(select|insert|update|delete|with|merge|create|alter|lock)\b/i

/**
 * Lists faults. @returns faults that can be planted into the source, sorted by place; none in comments, imports, types, or texts other than
 * SQL
 */
export function listMutations(file: string, source: string): Mutation[] {
  const edits = file.endsWith('.sql') ? listSqlEdits(source) : listCodeEdits(file, source)
  const fitting = edits.filter((edit) => {
    const edited = applyEdit(source, edit)
    return edited !== source && (file.endsWith('.sql') || parseSync(file, edited).errors.length === 0)
  })
  return describeEdits(
    file,
    source,
    fitting.toSorted((a, b) => a.start - b.start || a.end - b.end),
  )
}

function listCodeEdits(file: string, source: string): Edit[] {
  const { program, errors } = parseSync(file, source)
  if (errors.length > 0) throw new Error(`${file} cannot be parsed: ${errors[0]?.message}`)
  const context: Context = { source, edits: [], words: [] }
  walk(program, null, context)
  return [...context.edits, ...listWordEdits(context.words)]
}

function walk(node: Node, parent: Parent, context: Context): void {
  if (node.type.startsWith('Import') || node.type.startsWith('ExportAll')) return
  if (node.type.startsWith('TS') && !('expression' in node)) return
  addEdits(node, parent, context)
  for (const [key, value] of Object.entries(node)) {
    // The condition is never true, so that only its reverse is a fault.
    if (key === 'test' && node.type === 'IfStatement' && isInvariant(node, context.source)) continue
    if (key === 'typeAnnotation' || key === 'typeArguments' || key === 'typeParameters' || key === 'returnType')
      continue
    for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) walk(child, node, context)
  }
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'
}

function addEdits(node: Node, parent: Parent, context: Context): void {
  const { source, edits } = context
  const text = ({ start, end }: { start: number; end: number }) => source.slice(start, end)
  const add = (kind: Edit['kind'], place: { start: number; end: number }, replacement: string) =>
    edits.push({ kind, start: place.start, end: place.end, replacement })
  switch (node.type) {
    case 'BinaryExpression':
    case 'LogicalExpression': {
      const { left, right } = node
      const operator = swappedOperators[node.operator]
      if (operator === undefined || (node.operator === '+' && (isText(left) || isText(right)))) return
      const gap = source.slice(left.end, right.start)
      const start = left.end + gap.lastIndexOf(node.operator)
      add('operator', { start, end: start + node.operator.length }, operator)
      if (node.operator === '&&' || node.operator === '||') {
        add('condition', node, text(left))
        add('condition', node, text(right))
      }
      if (node.operator === '*' || node.operator === '/') add('constant', node, text(left))
      return
    }
    case 'Literal':
      if (typeof node.value === 'number' && !isWorkPiece(node, parent)) add('constant', node, String(node.value + 1))
      else if (typeof node.value === 'bigint') add('constant', node, `${node.value + 1n}n`)
      else if (typeof node.value === 'boolean') add('constant', node, String(!node.value))
      else if (typeof node.value === 'string') {
        if (isDirection(node.value, parent)) add('conversion', node, `'${swappedTexts[node.value]}'`)
        if (isWord(node, node.value, parent))
          context.words.push({ value: node.value, start: node.start, end: node.end })
      }
      return
    case 'ExpressionStatement':
      if (node.expression.type === 'CallExpression' || node.expression.type === 'AwaitExpression')
        add('removal', node, '{}')
      return
    case 'ObjectExpression':
      edits.push(...removeEach('removal', node.properties, source))
      return
    case 'ArrayExpression':
      edits.push(...removeEach('removal', node.elements, source))
      return
    case 'IfStatement':
      if (!isInvariant(node, source)) add('condition', node.test, 'false')
      add('condition', node.test, `!(${text(node.test)})`)
      return
    case 'ConditionalExpression':
      add('condition', node.test, `!(${text(node.test)})`)
      return
    case 'CallExpression':
      addCallEdits(node, context)
      return
    case 'TemplateLiteral':
      if (isSql(node, parent, source)) addSqlEdits(node, context)
      return
    default:
  }
}

/** Returns true for `if (…) throw new Error('invariant: …')`: only a bug in the product can make the condition true, so no test can. */
function isInvariant({ consequent }: Extract<Node, { type: 'IfStatement' }>, source: string): boolean {
  return /^\{?\s*throw new Error\(['`]invariant/.test(source.slice(consequent.start, consequent.end))
}

function isDirection(value: string, parent: Parent): boolean {
  return value in swappedTexts && parent?.type === 'CallExpression' && !wholeResults.has(readCallee(parent).name)
}

/** Returns true for the number of `const batchSize = 500` and `{ everyMs: 1000 }`. */
function isWorkPiece(node: Node, parent: Parent): boolean {
  const name =
    parent?.type === 'VariableDeclarator'
      ? parent.id
      : parent?.type === 'Property' && parent.value === node
        ? parent.key
        : null
  return name?.type === 'Identifier' && workPiecePattern.test(name.name)
}

/** Returns true for a word that is compared, assigned, listed, or one of two results. */
function isWord(node: Node, value: string, parent: Parent): boolean {
  if (!wordPattern.test(value) || parent === null) return false
  if (parent.type === 'Property') return parent.value === node
  return ['BinaryExpression', 'ConditionalExpression', 'ReturnStatement', 'ArrayExpression'].includes(parent.type)
}

/** Replaces each word by the next one of the source. */
function listWordEdits(words: Context['words']): Edit[] {
  const values = [...new Set(words.map(({ value }) => value))]
  return words.map(({ value, start, end }) => {
    const next = values[(values.indexOf(value) + 1) % values.length] ?? value
    return { kind: 'text', start, end, replacement: `'${next}'` }
  })
}

function isText(node: Node): boolean {
  return (node.type === 'Literal' && typeof node.value === 'string') || node.type === 'TemplateLiteral'
}

function readCallee({ callee }: Call) {
  const isMethod = callee.type === 'MemberExpression'
  const named: Node = isMethod ? callee.property : callee
  return { named, isMethod, name: named.type === 'Identifier' ? named.name : '' }
}

function addCallEdits(node: Call, { source, edits }: Context): void {
  const { callee } = node
  const text = ({ start, end }: { start: number; end: number }) => source.slice(start, end)
  const { name, named, isMethod } = readCallee(node)
  if (isMethod && swappedMethods[name] !== undefined)
    edits.push({
      kind: 'operator',
      start: named.start,
      end: named.end,
      replacement: swappedMethods[name],
    })
  if (callee.type === 'MemberExpression' && wherePattern.test(name))
    edits.push({ kind: 'where', start: node.start, end: node.end, replacement: text(callee.object) })
  const [first, second] = node.arguments
  if (conversionPattern.test(name) && first !== undefined && first.type !== 'SpreadElement')
    edits.push({ kind: 'conversion', start: node.start, end: node.end, replacement: text(first) })
  if (limitPattern.test(name) && second !== undefined)
    edits.push({ kind: 'conversion', start: second.start, end: second.end, replacement: `'USD'` })
  if (name === 'multiplyExactly' && first?.type === 'ArrayExpression')
    edits.push(...removeEach('conversion', first.elements, source))
  const last = node.arguments.at(-1)
  const beforeLast = node.arguments.at(-2)
  if (last !== undefined && beforeLast !== undefined)
    edits.push({ kind: 'removal', start: beforeLast.end, end: last.end, replacement: '' })
  for (const [index, argument] of node.arguments.entries()) {
    const next = node.arguments[index + 1]
    // For these functions the order of the arguments changes nothing.
    const isOrdered = name !== 'min' && name !== 'max'
    if (next === undefined || !isOrdered || !areAlike(argument, next)) continue
    const swapped = text(next) + source.slice(argument.end, next.start) + text(argument)
    edits.push({ kind: 'swap', start: argument.start, end: next.end, replacement: swapped })
  }
  if (keyPattern.test(name)) for (const argument of node.arguments) edits.push(...listKeyParts(argument, source))
}

/** Returns true for two arguments that can have the same type: names, fields, or numbers. */
function areAlike(one: Node, other: Node): boolean {
  return one.type === other.type && ['Identifier', 'MemberExpression', 'Literal'].includes(one.type)
}

/** Lists properties, elements and inserted values of what a key is derived from. */
function listKeyParts(node: Node, source: string): Edit[] {
  if (node.type === 'ObjectExpression')
    return [
      ...removeEach('key', node.properties, source),
      ...node.properties.flatMap((property) =>
        property.type === 'Property' ? listKeyParts(property.value, source) : [],
      ),
    ]
  if (node.type === 'ArrayExpression') return removeEach('key', node.elements, source)
  if (node.type === 'TemplateLiteral')
    return node.expressions.map((inserted) => ({
      kind: 'key',
      start: inserted.start,
      end: inserted.end,
      replacement: `''`,
    }))
  if (node.type === 'CallExpression') return node.arguments.flatMap((argument) => listKeyParts(argument, source))
  return []
}

/** Lists edits that leave one of the items out, if there are others. */
function removeEach(kind: Edit['kind'], items: readonly (Node | null)[], source: string): Edit[] {
  if (items.length < 2) return []
  return items.flatMap((item) => {
    if (item === null) return []
    const rest = source.slice(item.end)
    const comma = /^\s*,/.exec(rest)?.[0].length ?? 0
    return [{ kind, start: item.start, end: item.end + comma, replacement: '' }]
  })
}

function isSql(node: Extract<Node, { type: 'TemplateLiteral' }>, parent: Parent, source: string): boolean {
  if (parent?.type === 'TaggedTemplateExpression') return /^sql\b/.test(source.slice(parent.tag.start, parent.tag.end))
  return sqlStart.test(source.slice(node.start + 1, node.end))
}

function addSqlEdits(node: Extract<Node, { type: 'TemplateLiteral' }>, { source, edits }: Context): void {
  // The inserted code is hidden, and all places stay the same.
  let sql = source.slice(node.start + 1, node.end - 1)
  for (const inserted of node.expressions) {
    const start = source.lastIndexOf('${', inserted.start) - node.start - 1
    const end = source.indexOf('}', inserted.end) - node.start
    sql = `${sql.slice(0, start)}\${${' '.repeat(end - start - 3)}}${sql.slice(end)}`
  }
  for (const edit of listSqlEdits(sql))
    edits.push({ ...edit, start: edit.start + node.start + 1, end: edit.end + node.start + 1 })
}
