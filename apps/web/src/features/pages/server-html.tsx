import { createElement, useMemo, type ComponentType, type ReactNode } from 'react'

/**
 * The server cleans what it sends; here only what a text needs is drawn at all: known elements become React elements,
 * everything else stays out. Nothing is ever written as markup.
 */
const allowedTags: ReadonlySet<string> = new Set(
  'p h2 h3 h4 ul ol li strong em b i br hr blockquote a table caption thead tbody tr th td dl dt dd code pre small sub sup u s div span'.split(
    ' ',
  ),
)
/** A link to another server page, `/show/{page}` in the content, as the area that shows it makes one. */
export type PageLink = ComponentType<{ readonly page: string; readonly children?: ReactNode }>

const pageAddress = /^\/show\/([a-z0-9_-]{1,60})$/
const safeLink = /^(?:https?:\/\/|mailto:|tel:|\/(?!\/)|#)/i

export function ServerHtml({ html, Link }: { readonly html: string; readonly Link?: PageLink | undefined }) {
  const content = useMemo(
    () => toReactNodes(new DOMParser().parseFromString(html, 'text/html').body, Link),
    [html, Link],
  )
  return <div className="server-text max-w-prose">{content}</div>
}

function toReactNodes(parent: Node, Link: PageLink | undefined): ReactNode[] {
  return [...parent.childNodes].map((node, index) => {
    if (node.nodeType === Node.TEXT_NODE) return node.textContent
    if (!(node instanceof HTMLElement)) return null
    const tag = node.localName
    if (!allowedTags.has(tag)) return null
    const children = isVoidElement(tag) ? [] : toReactNodes(node, Link)
    const page = tag === 'a' ? pageAddress.exec(node.getAttribute('href') ?? '')?.[1] : undefined
    return page !== undefined && Link !== undefined
      ? createElement(Link, { key: index, page }, ...children)
      : createElement(tag, { key: index, ...pickSafeProps(node) }, ...children)
  })
}

/** What an element may bring: a safe address, what a heading cell is for, a language and its direction. */
function pickSafeProps(element: HTMLElement): Record<string, string> {
  const kept = ['scope', 'lang', 'dir'].filter((name) => element.hasAttribute(name))
  const props = Object.fromEntries(kept.map((name) => [name, element.getAttribute(name) ?? '']))
  return element.localName === 'a' ? { ...props, ...pickLinkProps(element) } : props
}

function pickLinkProps(element: HTMLElement): Record<string, string> {
  const href = element.getAttribute('href') ?? ''
  if (!safeLink.test(href)) return {}
  return /^https?:/i.test(href) ? { href, target: '_blank', rel: 'noreferrer' } : { href }
}

function isVoidElement(tag: string): boolean {
  return tag === 'br' || tag === 'hr'
}
