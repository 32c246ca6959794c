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
  /** Returns a function that says whether something is true for an element or one that contains it. Each element is checked once. */
  const holdsForAncestor = (isMatch: (element: Element) => boolean): ((element: Element | null) => boolean) => {
    const known = new Map<Element, boolean>()
    const hasMatch = (element: Element | null): boolean => {
      if (element === null || element === document.body) return false
      const found = known.get(element) ?? (isMatch(element) || hasMatch(element.parentElement))
      known.set(element, found)
      return found
    }
    return hasMatch
  }
  const isTiny = (element: Element): boolean => {
    const box = element.getBoundingClientRect()
    return box.width <= 1.5 && box.height <= 1.5
  }
  const isVisuallyHidden = holdsForAncestor(isTiny)
  const isInScroller = holdsForAncestor(
    (element) => element.scrollWidth > element.clientWidth && /auto|scroll/.test(getComputedStyle(element).overflowX),
  )
  const isFloating = holdsForAncestor((element) => /fixed|sticky/.test(getComputedStyle(element).position))
  const isInert = holdsForAncestor((element) => element.hasAttribute('inert'))
  const isShown = (element: Element): boolean =>
    element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
    !isInert(element) &&
    !isVisuallyHidden(element)
  const shown = [...document.body.querySelectorAll('*')].filter(isShown)
  const shownSet = new Set(shown)

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
    if (element.closest('svg') || element.localName === 'input') continue
    const isWider = element.scrollWidth > element.clientWidth + 1
    const isHigher = element.scrollHeight > element.clientHeight + 1
    if (!isWider && !isHigher) continue
    // Such an element shows as many of its parts as there is room for, each of them whole.
    if (element.hasAttribute('data-drops-last')) continue
    const style = getComputedStyle(element)
    const cutsX = isWider && /hidden|clip/.test(style.overflowX)
    const cutsY = isHigher && /hidden|clip/.test(style.overflowY)
    const hasText = (element.textContent ?? '').trim() !== ''
    if (hasText && (cutsX || cutsY)) defects.add(`cut: ${describeElement(element)}`)
  }

  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
    const parent = node.parentElement
    if (parent === null || !shownSet.has(parent) || (node.textContent ?? '').trim() === '') continue
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
        element.parentElement?.closest('[dir=ltr],bdi,[style],[data-unmirrored]') === null &&
        !element.matches('[style],[data-unmirrored]') &&
        getComputedStyle(element).display !== 'inline' &&
        !isInScroller(element),
    )
    const measure = () => {
      root.getBoundingClientRect()
      // Running animations are finished first.
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
