/*
 * `findLayoutDefects` runs in the browser, so it must not use anything outside itself.
 */

/** Finds cut or overflowing text, overlapping controls, and boxes that a right-to-left page does not mirror. */
export function findLayoutDefects(): string[] {
  const defects = new Set<string>()
  const root = document.documentElement
  const width = root.clientWidth

  const describeElement = (element: Element): string => {
    const text = (element.getAttribute('aria-label') ?? element.textContent ?? '').replaceAll(/[\u202c\u202e]/g, '')
    const container = element.closest('[aria-label],[id],main,header,footer,form')
    return `<${element.localName} ${(element.getAttribute('class') ?? '').slice(0, 60)}> in <${container?.localName ?? ''}> "${text.trim().slice(0, 40)}"`
  }
  const isShown = (element: Element): boolean =>
    element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) && element.closest('[inert]') === null
  const isVisuallyHidden = (element: Element): boolean => {
    for (let at: Element | null = element; at !== null; at = at.parentElement) {
      const box = at.getBoundingClientRect()
      if (box.width <= 1.5 && box.height <= 1.5) return true
    }
    return false
  }
  const isInScroller = (element: Element | null): boolean => {
    for (let at = element; at !== null && at !== document.body; at = at.parentElement) {
      if (/auto|scroll/.test(getComputedStyle(at).overflowX) && at.scrollWidth > at.clientWidth) return true
    }
    return false
  }
  const shown = [...document.body.querySelectorAll('*')].filter(
    (element) => isShown(element) && !isVisuallyHidden(element),
  )

  if (root.scrollWidth > width) {
    defects.add(`the page is ${root.scrollWidth - width} px wider than the screen`)
    const leaves = [...document.body.querySelectorAll('*')].filter(({ children }) => children.length === 0)
    const outer = leaves.filter((element) => {
      const box = element.getBoundingClientRect()
      return (box.right > width + 1 || box.left < -1) && !isInScroller(element)
    })
    for (const element of outer.slice(0, 3)) defects.add(`reaches over the edge: ${describeElement(element)}`)
  }

  for (const element of shown) {
    const style = getComputedStyle(element)
    if (element.closest('svg') || element.localName === 'input') continue
    const cutsX = /hidden|clip/.test(style.overflowX) && element.scrollWidth > element.clientWidth + 1
    const cutsY = /hidden|clip/.test(style.overflowY) && element.scrollHeight > element.clientHeight + 1
    const hasText = (element.textContent ?? '').trim() !== ''
    if (hasText && (cutsX || cutsY)) defects.add(`cut: ${describeElement(element)}`)
  }

  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
    const parent = node.parentElement
    if (parent === null || (node.textContent ?? '').trim() === '' || !isShown(parent) || isVisuallyHidden(parent))
      continue
    if (parent.closest('script,style,template,svg,option')) continue
    const range = document.createRange()
    range.selectNodeContents(node)
    const box = parent.closest('button,a,td,th,li,label,dd,dt,h1,h2,h3,p,[role=tab]')
    for (const line of range.getClientRects()) {
      if (line.width === 0) continue
      if ((line.left < -1 || line.right > width + 1) && !isInScroller(parent))
        defects.add(`off the screen: ${describeElement(parent)}`)
      const edge = box?.getBoundingClientRect()
      if (edge && (line.left < edge.left - 2 || line.right > edge.right + 2))
        defects.add(`runs out of its box: ${describeElement(parent)}`)
    }
  }

  const controls = shown.filter(
    (element) =>
      element.matches('a[href],button,input:not([type=hidden]),select,textarea') &&
      !element.matches('[type=range]') &&
      element.closest('[role=slider],[data-floating]') === null,
  )
  const isFloating = (element: Element): boolean => {
    for (let at: Element | null = element; at !== null; at = at.parentElement)
      if (/fixed|sticky/.test(getComputedStyle(at).position)) return true
    return false
  }
  // A link with line breaks has several boxes.
  const inFlow = controls
    .filter((control) => !isFloating(control))
    .map((control) => ({ control, boxes: [...control.getClientRects()] }))
  const overlap = (one: DOMRect, other: DOMRect): boolean =>
    Math.min(one.right, other.right) - Math.max(one.left, other.left) > 2 &&
    Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 3
  for (const [index, one] of inFlow.entries()) {
    for (const other of inFlow.slice(index + 1)) {
      if (one.control.contains(other.control) || other.control.contains(one.control)) continue
      if (one.boxes.some((box) => other.boxes.some((against) => overlap(box, against))))
        defects.add(`lie on one another: ${describeElement(one.control)} and ${describeElement(other.control)}`)
    }
  }

  // The same page from left to right must be its mirror image.
  if (root.dir === 'rtl' && root.scrollWidth <= width) {
    const mirrorable = shown.filter(
      (element) =>
        element.closest('svg') === null &&
        element.parentElement?.closest('[dir=ltr],bdi,[style]') === null &&
        !element.matches('[style]') &&
        getComputedStyle(element).display !== 'inline' &&
        !isInScroller(element),
    )
    const measure = () => {
      root.getBoundingClientRect()
      // Finish running animations.
      for (const animation of document.getAnimations())
        if (animation.effect?.getComputedTiming().iterations !== Infinity) animation.finish()
      return mirrorable.map((element) => element.getBoundingClientRect())
    }
    const right = measure()
    root.dir = 'ltr'
    const left = measure()
    root.dir = 'rtl'
    for (const [index, element] of mirrorable.entries()) {
      const one = right[index]
      const other = left[index]
      if (
        !one ||
        !other ||
        one.width === 0 ||
        Math.abs(one.width - other.width) > 2 ||
        Math.abs(one.top - other.top) > 2
      )
        continue
      const off = Math.round(one.left - (width - other.right))
      if (Math.abs(off) > 2) defects.add(`not mirrored, off by ${off} px: ${describeElement(element)}`)
    }
  }
  return [...defects].slice(0, 12)
}
