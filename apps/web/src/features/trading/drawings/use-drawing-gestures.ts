import type { Drawing } from '@tradefront/contract/charts'
import { useEffect, useEffectEvent, useRef } from 'react'

import type { ChartEngine } from '../chart/chart-engine.ts'
import { type DrawingPart, hitShape, moveDrawing, type Spot, toShape } from './drawing-geometry.ts'
import type { DrawingEditor } from './use-drawing-editor.ts'

type Gesture =
  /** `place`: the last point follows the pointer, also without a press, because two points can be pressed or dragged. */
  | { readonly kind: 'place'; readonly drawing: Drawing; readonly from: Spot; readonly isLast: boolean }
  | { readonly kind: 'move'; readonly drawing: Drawing; readonly part: DrawingPart; readonly from: Spot }

const tolerances = { mouse: 6, pen: 8, touch: 14 } as const
/** A press that moves less than this many pixels places one point. */
const dragDistance = 8

/** Places and drags drawings by mouse, pen and touch. Other presses belong to the chart, which they drag and zoom. */
export function useDrawingGestures(
  box: HTMLElement,
  { axes }: ChartEngine,
  editor: DrawingEditor,
  digits: number,
): void {
  const gesture = useRef<Gesture | null>(null)
  const isPressed = useRef(false)

  const toSpot = (event: PointerEvent): Spot => {
    const { left, top } = box.getBoundingClientRect()
    return { x: event.clientX - left, y: event.clientY - top }
  }
  const moveTo = (current: Gesture, spot: Spot): Drawing | null => {
    const { drawing, from } = current
    const by = { x: spot.x - from.x, y: spot.y - from.y }
    if (by.x === 0 && by.y === 0) return drawing
    const last = drawing.points.length === 1 ? 'whole' : 1
    return moveDrawing(drawing, current.kind === 'move' ? current.part : last, by, axes, digits)
  }
  const find = (spot: Spot, tolerance: number) => {
    const { drawings, selected } = editor
    // The latest drawing is on top.
    for (const drawing of drawings.toReversed()) {
      const shape = toShape(drawing, axes)
      const isSelected = drawing.id === selected?.id
      const part = shape === null ? null : hitShape(shape, spot, { tolerance, isSelected })
      if (part !== null) return { drawing, part }
    }
    return null
  }

  const handleDown = useEffectEvent((event: PointerEvent) => {
    const spot = toSpot(event)
    const size = axes.getSize()
    if (!event.isPrimary || event.button !== 0 || spot.x > size.width || spot.y > size.height) return
    if (editor.tool !== null) {
      const placed = editor.createAt(spot)
      if (placed === null) return
      const { draft } = editor
      const drawing =
        draft === null ? placed : { ...draft, points: [...draft.points.slice(0, -1), ...placed.points.slice(-1)] }
      gesture.current = { kind: 'place', drawing, from: spot, isLast: draft !== null || placed.points.length === 1 }
      editor.setDraft(drawing)
    } else {
      const found = find(
        spot,
        tolerances[event.pointerType === 'touch' || event.pointerType === 'pen' ? event.pointerType : 'mouse'],
      )
      if (found === null) {
        editor.select(null)
        return
      }
      editor.selectAndFocus(found.drawing.id)
      gesture.current = { kind: 'move', ...found, from: spot }
    }
    isPressed.current = true
    box.setPointerCapture(event.pointerId)
  })
  const handleMove = useEffectEvent((event: PointerEvent) => {
    const { current } = gesture
    if (current === null || !event.isPrimary) return
    const moved = moveTo(current, toSpot(event))
    if (moved !== null) editor.setDraft(moved)
  })
  const handleUp = useEffectEvent((event: PointerEvent) => {
    const { current } = gesture
    if (current === null || !isPressed.current || !event.isPrimary) return
    isPressed.current = false
    const spot = toSpot(event)
    const moved = moveTo(current, spot)
    if (current.kind === 'move') {
      gesture.current = null
      editor.finishMoving(moved)
      return
    }
    const isDragged = Math.hypot(spot.x - current.from.x, spot.y - current.from.y) >= dragDistance
    if (!current.isLast && !isDragged) return
    gesture.current = null
    if (moved !== null) editor.finishPlacing(moved)
  })
  const handleCancel = useEffectEvent(() => {
    if (!isPressed.current) return
    isPressed.current = false
    gesture.current = null
    editor.setDraft(null)
  })
  const { tool, draft } = editor
  const isPlacing = tool !== null
  const hasDraft = draft !== null
  useEffect(() => {
    // Escape, another tool or the keyboard has ended the gesture.
    if (!hasDraft && !isPressed.current) gesture.current = null
  }, [hasDraft, tool])
  useEffect(() => {
    box.toggleAttribute('data-placing', isPlacing)
  }, [box, isPlacing])
  useEffect(() => {
    /** The chart listens to the events of mouse and touch that follow those of the pointer. */
    const keepFromChart = (event: Event): void => {
      if (!isPressed.current) return
      event.stopPropagation()
      event.preventDefault()
    }
    const listeners = {
      pointerdown: (event: PointerEvent) => handleDown(event),
      pointermove: (event: PointerEvent) => handleMove(event),
      pointerup: (event: PointerEvent) => handleUp(event),
      pointercancel: () => handleCancel(),
    }
    const abort = new AbortController()
    const options = { capture: true, passive: false, signal: abort.signal }
    for (const [name, listener] of Object.entries(listeners))
      box.addEventListener(name, listener as EventListener, options)
    for (const name of ['mousedown', 'touchstart']) box.addEventListener(name, keepFromChart, options)
    return () => abort.abort()
  }, [box])
}
