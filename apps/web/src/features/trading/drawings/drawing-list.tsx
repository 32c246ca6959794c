import type { Drawing } from '@tradefront/contract/charts'
import { type KeyboardEvent, useEffect, useId, useRef } from 'react'

import { type Format, useFormat } from '../../../platform/i18n/format.ts'
import { type Translate, useTranslate } from '../../../platform/i18n/i18n.ts'
import type { ChartEngine } from '../chart/chart-engine.ts'
import { moveDrawing, type Spot } from './drawing-geometry.ts'
import type { DrawingEditor } from './use-drawing-editor.ts'

const steps: Readonly<Record<string, Spot>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
}

/** Returns the pixels that an arrow key moves by, more while it is held; null for another key. Shift and arrows buy trades. */
export function readArrow({ key, shiftKey, repeat }: Pick<KeyboardEvent, 'key' | 'shiftKey' | 'repeat'>): Spot | null {
  const step = steps[key]
  const pixels = repeat ? 12 : 3
  return step === undefined || shiftKey ? null : { x: step.x * pixels, y: step.y * pixels }
}

/** Buttons for the drawings, for the keyboard and screen readers. The chart shows a drawing as selected while its button has the focus. */
export function DrawingList(props: {
  readonly engine: ChartEngine
  readonly editor: DrawingEditor
  readonly digits: number
}) {
  const t = useTranslate()
  const format = useFormat()
  const helpId = useId()
  const { engine, editor, digits } = props
  const { saved, selected, focusRequest, part } = editor
  const buttons = useRef(new Map<string, HTMLButtonElement>())
  const selectedId = selected?.id
  useEffect(() => {
    if (focusRequest > 0 && selectedId !== undefined) buttons.current.get(selectedId)?.focus({ preventScroll: true })
  }, [focusRequest, selectedId])
  const handleKey = (event: KeyboardEvent, drawing: Drawing): void => {
    const by = readArrow(event)
    if (by !== null) {
      event.preventDefault()
      editor.setDraft(moveDrawing(editor.draft ?? drawing, part, by, engine.axes, digits))
    } else if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault()
      const isWhole = drawing.points.length === 1 || part === 1
      editor.setPart(isWhole ? 'whole' : part === 'whole' ? 0 : 1)
    } else if (event.key === 'Escape') editor.select(null)
  }
  const save = (): void => {
    if (editor.draft !== null && editor.tool === null) editor.finishMoving(editor.draft)
  }
  return (
    <>
      <ul className="sr-only">
        {saved.map((drawing) => (
          <li key={drawing.id}>
            <button
              ref={(button) => {
                if (button === null) buttons.current.delete(drawing.id)
                else buttons.current.set(drawing.id, button)
              }}
              type="button"
              aria-describedby={helpId}
              aria-pressed={drawing.id === selectedId}
              onFocus={() => editor.select(drawing.id)}
              onBlur={save}
              onKeyDown={(event) => handleKey(event, drawing)}
              onKeyUp={(event) => readArrow(event) !== null && save()}
            >
              {describeDrawing(drawing, { t, format, digits })}
            </button>
          </li>
        ))}
      </ul>
      <p id={helpId} hidden>
        {t('charts.move_help')}
      </p>
    </>
  )
}

type Words = { readonly t: Translate; readonly format: Format; readonly digits: number }

/** Names a drawing for screen readers, with its prices and times. */
function describeDrawing({ kind, points }: Pick<Drawing, 'kind' | 'points'>, words: Words): string {
  const { t, format, digits } = words
  const [first, second] = points
  const name = t(`charts.kind_${kind}`)
  if (first === undefined) return name
  const price = format.price(first.price, digits)
  if (second === undefined) return t('charts.named_level', { name, price })
  return t('charts.named_points', {
    name,
    price,
    time: format.dateTime(first.atMs),
    price2: format.price(second.price, digits),
    time2: format.dateTime(second.atMs),
  })
}
