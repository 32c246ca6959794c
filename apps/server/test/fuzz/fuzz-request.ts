import fc from 'fast-check'

import { canaries, createFieldValue, createValidValue, hostileText, hostileValue } from './hostile-values.ts'
import type { BodyType, FuzzCall } from './openapi-calls.ts'

/** Sender of the request. */
export type Sender = 'visitor' | 'trader' | 'forger'

export type FuzzRequest = {
  readonly method: string
  /** Path with the query. */
  readonly target: string
  readonly sender: Sender
  readonly headers: Readonly<Record<string, string>>
  /** Body in Latin-1, so that it can be printed. */
  readonly body: string | null
}

const boundary = 'fuzz-boundary'

const hostileHeaders = fc.constantFrom<Record<string, string>[]>(
  { connection: 'upgrade', upgrade: 'h2c' },
  { connection: 'upgrade', upgrade: 'websocket', 'sec-websocket-version': '13' },
  { accept: 'text/html' },
  { 'accept-encoding': `br${' ;'.repeat(3000)}x` },
  { 'accept-language': 'ru,'.repeat(1000) },
  { cookie: 'session=; csrf=%00; lang="; theme=<script>' },
  { cookie: `session=${canaries.token}` },
  { range: 'bytes=0-1,5-,-9' },
  { 'idempotency-key': canaries.token },
  { 'x-http-method-override': 'DELETE' },
  { 'user-agent': 'x'.repeat(4000) },
  { expect: 'nothing' },
)

/** Creates a request of mostly valid parts, with one or more that are not. */
export function createRequest(call: FuzzCall): fc.Arbitrary<FuzzRequest> {
  const part = (name: string, schema: Readonly<Record<string, unknown>>) =>
    fc.oneof({ weight: 3, arbitrary: createFieldValue(name, schema) }, hostileText)
  // A path is logged: of these values, only a card number in it is masked.
  const pathPart = (name: string, schema: Readonly<Record<string, unknown>>) =>
    part(name, schema).map((value) => (toText(value).includes('canary') ? canaries.card : value))
  const path = fc
    .record(
      Object.fromEntries(Object.entries(call.pathSchemas).map(([name, schema]) => [name, pathPart(name, schema)])),
    )
    .chain((values) =>
      fc
        .constantFrom(encodeURIComponent, encodeURIComponent, encodeURIComponent, escapeLoosely)
        .map((encode) =>
          call.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encode(toText(values[name]).toWellFormed())),
        ),
    )
  const query = fc.oneof(
    fc.record(
      Object.fromEntries(Object.entries(call.querySchemas).map(([name, schema]) => [name, part(name, schema)])),
      {
        requiredKeys: [],
      },
    ),
    fc.dictionary(hostileText, hostileText, { maxKeys: 3 }),
  )
  const target = fc.tuple(path, query).map(([before, values]) => {
    const search = new URLSearchParams(
      Object.entries(values).map(([name, value]): [string, string] => [
        name.toWellFormed(),
        toText(value).toWellFormed(),
      ]),
    )
    return search.size === 0 ? before : `${before}?${search.toString()}`
  })
  return fc
    .record({
      target,
      sender: fc.constantFrom<Sender>('trader', 'trader', 'trader', 'visitor', 'forger'),
      body: call.method === 'GET' ? fc.constant(null) : createBody(call),
      extraHeaders: fc.oneof({ weight: 9, arbitrary: fc.constant({}) }, hostileHeaders),
    })
    .map(({ target: to, sender, body, extraHeaders }) => ({
      method: call.method,
      target: to,
      sender,
      headers: { ...(body && { 'content-type': body.type }), ...extraHeaders },
      body: body?.text ?? null,
    }))
}

/** Escapes a text so that it ends with an invalid escape. */
function escapeLoosely(text: string): string {
  return `${encodeURI(text).replaceAll(/[?#]/g, '')}%ff`
}

type Body = { readonly type: string; readonly text: string }

function createBody({ bodies }: FuzzCall): fc.Arbitrary<Body | null> {
  const described = bodies.map(({ type, schema }) =>
    fc
      .tuple(createValidValue(schema), fc.integer({ min: 0, max: 9 }), fc.nat(), hostileText, hostileValue)
      .map(([valid, kind, at, name, value]) =>
        encodeBody(type, kind < 4 ? valid : damage(valid, kind, at, name, value)),
      ),
  )
  const malformed: fc.Arbitrary<Body | null> = fc.constantFrom<Body | null>(
    null,
    { type: 'application/json', text: '' },
    { type: 'application/json', text: '{"half' },
    { type: 'application/json', text: `${'['.repeat(5000)}${']'.repeat(5000)}` },
    { type: 'application/json', text: '{"__proto__":{"a":1}}' },
    { type: 'application/json', text: JSON.stringify({ a: 'x'.repeat(70_000) }) },
    { type: 'text/plain', text: canaries.password },
    { type: 'application/json; charset=utf-7', text: '+AHs-' },
    { type: 'multipart/form-data', text: 'no boundary' },
    { type: 'application/x-www-form-urlencoded', text: 'a[b][c]=1&a=%ff&'.repeat(200) },
    { type: `multipart/form-data; boundary=${boundary}`, text: `--${boundary}\r\ncontent-disposition: form-data` },
  )
  return fc.oneof(
    ...described.map((arbitrary) => ({ weight: 8, arbitrary })),
    { weight: described.length === 0 ? 4 : 2, arbitrary: malformed },
    {
      weight: described.length === 0 ? 4 : 1,
      arbitrary: hostileValue.map((value) => encodeBody('application/json', value)),
    },
  )
}

/** Replaces, removes or adds one property. */
function damage(value: unknown, kind: number, at: number, name: string, by: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return by
  const names = Object.keys(value)
  const chosen = names[at % Math.max(1, names.length)]
  if (kind === 9 || chosen === undefined) return { ...value, [name]: by }
  if (kind === 8) return Object.fromEntries(Object.entries(value).filter(([each]) => each !== chosen))
  return { ...value, [chosen]: by }
}

function encodeBody(type: BodyType, value: unknown): Body {
  if (type === 'application/json') return { type, text: JSON.stringify(value) ?? '' }
  const fields = Object.entries(typeof value === 'object' && value !== null ? value : { value })
  if (type === 'application/x-www-form-urlencoded')
    return {
      type,
      text: new URLSearchParams(
        fields.map(([name, each]): [string, string] => [name.toWellFormed(), toText(each).toWellFormed()]),
      ).toString(),
    }
  const parts = fields.map(([name, each]) => {
    const file = name === 'file' ? '; filename="..\\\\a\\u202e.png"\r\ncontent-type: image/png' : ''
    const content = name === 'file' ? chooseFile(toText(each)) : toText(each)
    return `--${boundary}\r\ncontent-disposition: form-data; name=${JSON.stringify(name)}${file}\r\n\r\n${content}\r\n`
  })
  return { type: `multipart/form-data; boundary=${boundary}`, text: `${parts.join('')}--${boundary}--\r\n` }
}

const files = [
  '\u0089PNG\r\n\u001a\n\u0000\u0000\u0000\rIHDR',
  '\u00ff\u00d8\u00ff\u00e0\u0000\u0010JFIF',
  '%PDF-1.7\n1 0 obj\n<</Type/Catalog/OpenAction<</S/JavaScript>>>>\nendobj\n%%EOF',
  '<svg onload="alert(1)"/>',
  'PK\u0003\u0004',
  '',
]

function chooseFile(text: string): string {
  return files[text.length % files.length] ?? ''
}

function toText(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
}
