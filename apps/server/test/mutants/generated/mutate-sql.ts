import type { Edit, MutationKind } from './mutation.ts'

type Token = { readonly text: string; readonly start: number; readonly end: number; readonly depth: number }

/**
 * Matches comments, then texts and what a template inserts, then words, numbers and operators. The delimiters of function bodies are no
 * tokens.
 */
const tokenPattern =
  /--[^\n]*|\/\*[\s\S]*?\*\/|\$\w*\$|'(?:[^']|'')*'|"[^"]*"|\$\{ *\}|\$\d+|:\w+|[a-z_]\w*|\d+(?:\.\d+)?|<>|<=|>=|!=|::|\|\||->>|->|[-+*/<>=(),;.]/gi
/** Words that end a condition of `and` at the same depth. */
const conditionEnds = new Set(
  `and or group order limit returning on when then else loop for union having window do set values select from end ; ,`.split(
    ' ',
  ),
)
/** Words, besides those, that end an item of `order by`. */
const itemEnds = new Set(['asc', 'desc', 'nulls', 'rows', 'range'])
const swappedOperators: Readonly<Record<string, string>> = {
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '<>': '=',
  '!=': '=',
  '+': '-',
  '-': '+',
}
const swappedWords: Readonly<Record<string, string>> = { least: 'greatest', greatest: 'least', and: 'or', or: 'and' }
const swappedRounding: Readonly<Record<string, string>> = { floor: 'ceil', ceil: 'floor' }

/** Matches indexes that are not unique: they only make queries fast. The plans of queries test them. */
const plainIndexPattern = /create index [^;]*/gi

/** Lists edits of SQL. @param source in which the code of each `${…}` of a template is spaces */
export function listSqlEdits(source: string): Edit[] {
  const sql = source.replaceAll(plainIndexPattern, (statement) => ' '.repeat(statement.length))
  const tokens = readTokens(sql)
  return [
    ...listTokenEdits(tokens),
    ...listOrderEdits(tokens),
    ...listConditionEdits(sql, tokens),
    ...listKeyEdits(sql, tokens),
    ...listPartEdits(tokens),
  ]
}

function readTokens(sql: string): Token[] {
  const tokens: Token[] = []
  let depth = 0
  for (const match of sql.matchAll(tokenPattern)) {
    const [text] = match
    if (text.startsWith('--') || text.startsWith('/*') || /^\$\w*\$$/.test(text)) continue
    if (text === ')') depth -= 1
    tokens.push({ text: text.toLowerCase(), start: match.index, end: match.index + text.length, depth })
    if (text === '(') depth += 1
  }
  return tokens
}

function listTokenEdits(tokens: readonly Token[]): Edit[] {
  const edits: Edit[] = []
  const add = (kind: MutationKind, { start, end }: Token, replacement: string) =>
    edits.push({ kind, start, end, replacement })
  for (const [index, token] of tokens.entries()) {
    const previous = tokens[index - 1]?.text ?? ''
    const next = tokens[index + 1]?.text ?? ''
    const operator = swappedOperators[token.text]
    if (operator !== undefined && isOperand(previous) && next !== '') add('operator', token, operator)
    const word = swappedWords[token.text]
    if (word !== undefined && (next === '(' || !isBetween(tokens, index)) && !isCompound(tokens, index))
      add(token.text === 'and' || token.text === 'or' ? 'condition' : 'operator', token, word)
    const rounding = swappedRounding[token.text]
    if (rounding !== undefined && next === '(') add('conversion', token, rounding)
    if (/^\d/.test(token.text) && !isTypeSize(tokens, index)) add('constant', token, String(Number(token.text) + 1))
    if (token.text === 'not' && ['exists', 'in'].includes(next)) add('condition', token, '')
    if (token.text === 'where')
      edits.push({ kind: 'where', start: token.end, end: token.end, replacement: ' false and' })
  }
  return edits
}

/** Lists edits that turn the first item of `order by` into the other direction. */
function listOrderEdits(tokens: readonly Token[]): Edit[] {
  return tokens.flatMap((token, index): Edit[] => {
    if (token.text !== 'by' || tokens[index - 1]?.text !== 'order') return []
    const isEnd = ({ text, depth }: Token) =>
      depth < token.depth || (depth === token.depth && (itemEnds.has(text) || conditionEnds.has(text)))
    const found = tokens.slice(index + 1).findIndex(isEnd)
    const endIndex = found === -1 ? tokens.length : index + 1 + found
    const end = tokens[endIndex]
    const last = tokens[endIndex - 1]
    if (last === undefined || last === token) return []
    if (end?.text === 'desc' && end.depth === token.depth)
      return [{ kind: 'operator', start: last.end, end: end.end, replacement: '' }]
    return [{ kind: 'operator', start: last.end, end: last.end, replacement: ' desc' }]
  })
}

/** Lists edits of parts of `with` that nothing else in the statement names: those that write, and those that a template inserts. */
function listPartEdits(tokens: readonly Token[]): Edit[] {
  return tokens.flatMap((token, index): Edit[] => {
    const previous = tokens[index - 1]
    if (previous?.text !== ',' && previous?.text !== 'with') return []
    const lastIndex = findPartEnd(tokens, index)
    const last = tokens[lastIndex]
    if (last === undefined) return []
    const next = tokens[lastIndex + 1]
    if (next?.text === ',') return [{ kind: 'removal', start: token.start, end: next.end, replacement: '' }]
    return previous.text === ',' && last.text === ')'
      ? [{ kind: 'removal', start: previous.start, end: last.end, replacement: '' }]
      : []
  })
}

/** Finds the end of a part. @returns the place of the last token of the part that begins there, or -1 */
function findPartEnd(tokens: readonly Token[], index: number): number {
  const token = tokens[index]
  if (token === undefined) return -1
  if (token.text.startsWith('${')) return isInWith(tokens, index) ? index : -1
  const writes = ['insert', 'update', 'delete', 'merge'].includes(tokens[index + 3]?.text ?? '')
  if (tokens[index + 1]?.text !== 'as' || tokens[index + 2]?.text !== '(' || !writes) return -1
  if (tokens.filter(({ text }) => text === token.text).length > 1) return -1
  return tokens.findIndex(({ text, depth }, place) => place > index + 2 && text === ')' && depth === token.depth)
}

/** Returns true if the nearest word of a statement before the place, at its depth, is `with`. */
function isInWith(tokens: readonly Token[], index: number): boolean {
  const depth = tokens[index]?.depth
  const words = ['with', 'select', 'insert', 'update', 'delete', 'values', 'set', 'order', 'returning', 'from']
  const nearest = tokens.slice(0, index).findLast((each) => each.depth === depth && words.includes(each.text))
  return nearest?.text === 'with'
}

function isOperand(text: string): boolean {
  return /^[\w$':"]/.test(text) ? !/^(select|returning|then|else|when|and|or|in|by)$/.test(text) : text === ')'
}

/** Returns true for the `and` of `between x and y`. */
function isBetween(tokens: readonly Token[], index: number): boolean {
  const depth = tokens[index]?.depth
  for (let place = index - 1; place >= 0; place -= 1) {
    const token = tokens[place]
    if (token === undefined || token.depth < (depth ?? 0)) return false
    if (token.depth !== depth) continue
    if (token.text === 'between') return true
    if (conditionEnds.has(token.text) || token.text === 'where' || token.text === 'if') return false
  }
  return false
}

/** Returns true for words that are no condition: `before insert or update`, `create or replace`. */
function isCompound(tokens: readonly Token[], index: number): boolean {
  const next = tokens[index + 1]?.text ?? ''
  return tokens[index]?.text === 'or' && ['replace', 'insert', 'update', 'delete', 'truncate'].includes(next)
}

/** Returns true for `numeric(12, 2)`, `varchar(20)`, and the place of a column in `order by 1`. */
function isTypeSize(tokens: readonly Token[], index: number): boolean {
  for (let place = index - 1; place >= 0; place -= 1) {
    const text = tokens[place]?.text ?? ''
    if (text === '(') return /^(numeric|varchar|char|timestamptz|timestamp)$/.test(tokens[place - 1]?.text ?? '')
    if (text === 'by') return true
    if (text !== ',' && !/^\d/.test(text)) return false
  }
  return false
}

/** Lists edits of conditions: `a and b` without `and b`, and `where a and b` without `a and`. */
function listConditionEdits(sql: string, tokens: readonly Token[]): Edit[] {
  const edits: Edit[] = []
  for (const [index, token] of tokens.entries()) {
    if (token.text !== 'and' && token.text !== 'where') continue
    if (token.text === 'and' && isBetween(tokens, index)) continue
    const endIndex = findConditionEnd(tokens, index)
    const end = tokens[endIndex - 1]?.end ?? token.end
    if (end <= token.end) continue
    const next = tokens[endIndex]
    if (token.text === 'and') edits.push({ kind: 'where', start: token.start, end, replacement: '' })
    else if (next?.text === 'and' && next.depth === token.depth)
      edits.push({ kind: 'where', start: token.end, end: next.end, replacement: '' })
    else if (next?.text !== 'or') edits.push({ kind: 'where', start: token.end, end, replacement: ' true' })
  }
  return edits.filter(({ start, end }) => sql.slice(start, end).trim() !== '')
}

function findConditionEnd(tokens: readonly Token[], index: number): number {
  const depth = tokens[index]?.depth ?? 0
  let isInBetween = false
  let isInCase = 0
  for (let place = index + 1; place < tokens.length; place += 1) {
    const token = tokens[place]
    if (token === undefined || token.depth < depth) return place
    if (token.depth > depth) continue
    if (token.text === ')') continue
    if (token.text === 'case') isInCase += 1
    else if (token.text === 'end' && isInCase > 0) isInCase -= 1
    else if (isInCase > 0) continue
    else if (token.text === 'between') isInBetween = true
    else if (token.text === 'and' && isInBetween) isInBetween = false
    else if (token.text === 'from' && tokens[place - 1]?.text === 'distinct') continue
    else if (conditionEnds.has(token.text)) return place
  }
  return tokens.length
}

/** Lists edits that leave a column out of `unique (…)`, `primary key (…)`, a unique index, `on conflict (…)` and `partition by …`. */
function listKeyEdits(sql: string, tokens: readonly Token[]): Edit[] {
  const edits: Edit[] = []
  for (const [index, token] of tokens.entries()) {
    if (token.text !== '(' || !isKeyList(tokens, index)) continue
    const closeIndex = tokens.findIndex(
      ({ text, depth }, place) => place > index && text === ')' && depth === token.depth,
    )
    const commas = tokens.filter(
      ({ text, depth }, place) => place > index && place < closeIndex && text === ',' && depth === token.depth + 1,
    )
    const close = tokens[closeIndex]
    if (close === undefined || commas.length === 0) continue
    const bounds = [token.end, ...commas.map(({ start }) => start), close.start]
    for (const [place, start] of bounds.slice(0, -1).entries()) {
      // The first column is removed with the comma after it, each other one with the comma before it.
      const end = place === 0 ? (commas[0]?.end ?? 0) : (bounds[place + 1] ?? 0)
      edits.push({ kind: 'key', start, end, replacement: '' })
    }
  }
  return edits.filter(({ start, end }) => sql.slice(start, end).trim() !== '')
}

function isKeyList(tokens: readonly Token[], index: number): boolean {
  const words = tokens.slice(Math.max(0, index - 7), index).map(({ text }) => text)
  const tail = words.at(-1)
  if (tail === 'unique' || tail === 'conflict') return true
  if (tail === 'key' && words.at(-2) === 'primary') return true
  // The words are those of: create unique index <name> on <table> (
  return words.at(-2) === 'on' && words.at(-5) === 'unique' && words.at(-4) === 'index'
}
