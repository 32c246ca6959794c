import { type KeyboardEvent, type Ref, useId } from 'react'

import { useFormat } from '../../../platform/i18n/format.ts'
import { useTranslate } from '../../../platform/i18n/i18n.ts'
import type { ChartEngine } from '../chart/chart-engine.ts'
import { type Spot, toPoint } from './drawing-geometry.ts'
import { readArrow } from './drawing-list.tsx'
import type { DrawingEditor } from './use-drawing-editor.ts'

/**
 * Places points with arrow keys and Enter.
 * @param cursor null until the keyboard is used
 */
export function DrawingPlacer(props: {
  readonly engine: ChartEngine
  readonly editor: DrawingEditor
  readonly digits: number
  readonly cursor: Spot | null
  readonly setCursor: (cursor: Spot) => void
  readonly ref: Ref<HTMLButtonElement>
}) {
  const t = useTranslate()
  const format = useFormat()
  const helpId = useId()
  const { engine, editor, digits, cursor, setCursor, ref } = props
  const { axes } = engine
  const { tool, draft } = editor
  if (tool === null) return null
  const showAt = (spot: Spot): void => {
    const { width, height } = axes.getSize()
    const inside = { x: Math.min(width - 1, Math.max(0, spot.x)), y: Math.min(height - 1, Math.max(0, spot.y)) }
    setCursor(inside)
    const point = toPoint(inside, axes, digits)
    if (draft !== null && point !== null) editor.setDraft({ ...draft, points: [...draft.points.slice(0, -1), point] })
  }
  const from = cursor ?? findCentre(engine)
  const place = (): void => {
    const placed = draft ?? editor.createAt(from)
    if (placed !== null && (draft !== null || placed.points.length === 1)) editor.finishPlacing(placed)
    else editor.setDraft(placed)
    setCursor(from)
  }
  const handleKey = (event: KeyboardEvent): void => {
    const by = readArrow(event)
    if (by !== null) showAt({ x: from.x + by.x, y: from.y + by.y })
    else if (event.key !== 'Escape') return
    else if (draft === null) editor.chooseTool(null)
    else editor.setDraft(null)
    event.preventDefault()
  }
  const point = cursor === null ? null : toPoint(cursor, axes, digits)
  return (
    <>
      <button
        ref={ref}
        type="button"
        aria-describedby={helpId}
        onClick={place}
        onKeyDown={handleKey}
        className="sr-only"
      >
        {t('charts.placing', { kind: t(`charts.kind_${tool}`) })}
      </button>
      <p id={helpId} hidden>
        {t('charts.place_help')}
      </p>
      <p
        role="status"
        className="pointer-events-none absolute inset-x-16 bottom-16 z-10 text-center text-13 text-muted tabular"
      >
        {tool === 'level' ? t('charts.hint_level') : t(draft === null ? 'charts.hint_first' : 'charts.hint_second')}
        {point !== null && (
          <span>
            {' '}
            {format.price(point.price, digits)}, {format.dateTime(point.atMs)}
          </span>
        )}
      </p>
    </>
  )
}

export function findCentre({ axes }: ChartEngine): Spot {
  const { width, height } = axes.getSize()
  return { x: Math.round(width / 2), y: Math.round(height / 2) }
}
