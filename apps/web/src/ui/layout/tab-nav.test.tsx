// @vitest-environment jsdom
import { render } from '@testing-library/react'
import { expect, test, vi } from 'vitest'

import { TabNav } from './tab-nav.tsx'

const tab = (name: string, present: string) => (
  <a href="/" aria-current={name === present ? 'page' : undefined}>
    {name}
  </a>
)
const tabs = (present: string) => (
  <TabNav label="Tabs">
    {tab('First', present)}
    {tab('Last', present)}
  </TabNav>
)

test('the present tab is scrolled into view sideways once, and the page stays where it is', () => {
  const scrollIntoView = vi.fn<() => void>()
  Element.prototype.scrollIntoView = scrollIntoView
  const places = { NAV: [100, 300], First: [0, 80], Last: [320, 420] } as const
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function measure(this: Element) {
    const [left, right] = places[(this.tagName === 'NAV' ? 'NAV' : this.textContent) as keyof typeof places]
    return { left, right } as DOMRect
  })
  const { rerender, getByRole } = render(tabs('Last'))
  const nav = getByRole('navigation')
  expect(nav.scrollLeft).toBe(120)
  nav.scrollLeft = 50
  rerender(tabs('Last'))
  expect(nav.scrollLeft).toBe(50)
  rerender(tabs('First'))
  expect(nav.scrollLeft).toBe(-50)
  expect(scrollIntoView).not.toHaveBeenCalled()
})
