import { localeInfo } from '@tradefront/texts/locales'
import { createElement, useMemo, type ReactNode } from 'react'

import { useLocaleTag } from '../i18n/i18n.ts'
import { cx } from '../../ui/styles/cx.ts'
import { getPageHref } from '../../routes/paths.ts'

/** Tags that become React elements: a second line of defence after the server's sanitizer. No markup is ever inserted. */
const allowedTags: ReadonlySet<string> = new Set(
  'p h2 h3 h4 ul ol li strong em b i br hr blockquote a table caption thead tbody tr th td dl dt dd code pre small sub sup u s div span'.split(
    ' ',
  ),
)
const pageAddress = /^\/show\/([a-z0-9_-]{1,60})$/
const safeLink = /^(?:https?:\/\/|mailto:|tel:|\/(?!\/)|#)/i

export function ServerHtml({ html }: { readonly html: string }) {
  const content = useMemo(
    () => toReactNodes(new DOMParser().parseFromString(html, 'text/html').body.childNodes),
    [html],
  )
  return <ServerText className="max-w-prose">{content}</ServerText>
}

export function ServerText(props: { readonly className?: string; readonly children: ReactNode }) {
  const { preview } = localeInfo[useLocaleTag()]
  // In a preview, most pages are English.
  return (
    <div className={cx('server-text', props.className)} dir={preview === undefined ? undefined : 'auto'}>
      {props.children}
    </div>
  )
}

export function toReactNodes(nodes: Iterable<Node>): ReactNode[] {
  return [...nodes].map((node, index) => {
    if (node.nodeType === Node.TEXT_NODE) return node.textContent
    if (!(node instanceof HTMLElement)) return null
    const tag = node.localName
    if (!allowedTags.has(tag)) return null
    const children = isVoidElement(tag) ? [] : toReactNodes(node.childNodes)
    const page = tag === 'a' ? pageAddress.exec(node.getAttribute('href') ?? '')?.[1] : undefined
    // These links stay in the current area.
    const props = page === undefined ? pickSafeProps(node) : { href: getPageHref(location.pathname, page) }
    return createElement(tag, { key: index, ...props }, ...children)
  })
}

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
