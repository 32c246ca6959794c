import { maxBankFileLength } from '@tradefront/contract/desk-bank'
import { ok, refuse, type Result } from '@tradefront/rules/result'
import { SaxesParser } from 'saxes'

export type XmlElement = {
  /** Name without its prefix. */
  readonly name: string
  readonly namespace: string
  readonly attributes: Readonly<Record<string, string>>
  readonly children: XmlElement[]
  text: string
}

const maxDepth = 32

type Refusal = 'desk_reconcile.xml_doctype' | 'desk_reconcile.xml_deep'

/** Reads a document without a DOCTYPE, so that it can name neither entities of its own nor other files. */
export function parseXml(
  text: string,
): Result<
  XmlElement,
  'desk_reconcile.xml_invalid' | 'desk_reconcile.xml_doctype' | 'desk_reconcile.xml_deep' | 'desk_reconcile.too_large'
> {
  if (text.length > maxBankFileLength) return refuse('desk_reconcile.too_large')
  const root: XmlElement = { name: '', namespace: '', attributes: {}, children: [], text: '' }
  const open = [root]
  let refusal: Refusal | 'desk_reconcile.xml_invalid' = 'desk_reconcile.xml_invalid'
  const stop = (code: Refusal): never => {
    refusal = code
    throw new Error(code)
  }
  const parser = new SaxesParser({ xmlns: true, position: false })
  parser.on('doctype', () => stop('desk_reconcile.xml_doctype'))
  parser.on('opentag', ({ local, uri, attributes }) => {
    if (open.length > maxDepth) stop('desk_reconcile.xml_deep')
    const values = Object.values(attributes).map((attribute) => [attribute.local, attribute.value] as const)
    const element = { name: local, namespace: uri, attributes: Object.fromEntries(values), children: [], text: '' }
    open.at(-1)?.children.push(element)
    open.push(element)
  })
  const addText = (value: string) => {
    const element = open.at(-1)
    if (element !== undefined) element.text += value
  }
  parser.on('text', addText)
  parser.on('cdata', addText)
  parser.on('closetag', () => void open.pop())
  try {
    parser.write(text.replace(/^\uFEFF/, '')).close()
  } catch {
    return refuse(refusal)
  }
  const [document] = root.children
  return document === undefined ? refuse('desk_reconcile.xml_invalid') : ok(document)
}

/** Finds all elements at the path. */
export function findAll(element: XmlElement, ...path: readonly string[]): XmlElement[] {
  return path.reduce<XmlElement[]>(
    (found, name) => found.flatMap(({ children }) => children.filter((child) => child.name === name)),
    [element],
  )
}

/** Finds the text of the first element at the path; empty if there is none. */
export const findText = (element: XmlElement, ...path: readonly string[]): string =>
  findAll(element, ...path)[0]?.text.trim() ?? ''
