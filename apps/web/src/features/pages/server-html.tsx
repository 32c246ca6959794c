import { createElement, useMemo, type ReactNode } from 'react'

/**
 * The server cleans what it sends; here only what a text needs is drawn at all: known elements become React elements,
 * everything else stays out. Nothing is ever written as markup.
 */
const allowed: ReadonlySet<string> = new Set(
  'p h2 h3 h4 ul ol li strong em b i br hr blockquote a table thead tbody tr th td dl dt dd code small div span'.split(
    ' ',
  ),
)
const safeLink = /^(?:https?:\/\/|mailto:|tel:|\/(?!\/)|#)/i

export function ServerHtml({ html }: { readonly html: string }) {
  const content = useMemo(() => draw(new DOMParser().parseFromString(html, 'text/html').body), [html])
  return <div className="server-text flex max-w-prose flex-col gap-4">{content}</div>
}

function draw(parent: Node): ReactNode[] {
  return [...parent.childNodes].map((node, index) => {
    if (node.nodeType === Node.TEXT_NODE) return node.textContent
    if (!(node instanceof HTMLElement)) return null
    const tag = node.localName
    if (!allowed.has(tag)) return null
    return createElement(tag, { key: index, ...linkProps(node) }, ...(isVoid(tag) ? [] : draw(node)))
  })
}

function linkProps(element: HTMLElement): Record<string, string> {
  if (element.localName !== 'a') return {}
  const href = element.getAttribute('href') ?? ''
  if (!safeLink.test(href)) return {}
  return /^https?:/i.test(href) ? { href, target: '_blank', rel: 'noreferrer' } : { href }
}

function isVoid(tag: string): boolean {
  return tag === 'br' || tag === 'hr'
}
