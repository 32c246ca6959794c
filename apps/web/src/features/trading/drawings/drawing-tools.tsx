import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'

import { useFormat } from '../../../platform/i18n/format.ts'
import { useTranslate } from '../../../platform/i18n/i18n.ts'
import type { ChartEngine } from '../chart/chart-engine.ts'
import type { Spot } from './drawing-geometry.ts'
import { DrawingLines } from './drawing-lines.ts'
import { DrawingList } from './drawing-list.tsx'
import { DrawingPlacer, findCentre } from './drawing-placer.tsx'
import { DrawingToolbar } from './drawing-toolbar.tsx'
import { type DrawingEditor, useDrawingEditor } from './use-drawing-editor.ts'
import { useDrawingGestures } from './use-drawing-gestures.ts'

/**
 * Drawings of a chart with their tools.
 * @param root element around the chart and the tools: its keys undo and delete
 * @param box element of the chart library
 * @param toolbar null: only the drawings are shown
 */
export function DrawingTools(props: {
  readonly engine: ChartEngine
  readonly root: HTMLElement
  readonly box: HTMLElement
  readonly symbol: string
  readonly digits: number
  readonly toolbar: 'column' | 'row' | null
}) {
  const { engine, root, box, symbol, digits, toolbar } = props
  const t = useTranslate()
  const editor = useDrawingEditor(engine, symbol, digits)
  const [cursor, setCursor] = useState<Spot | null>(null)
  const placer = useRef<HTMLButtonElement>(null)
  const { tool } = editor
  useDrawingGestures(box, engine, editor, digits)
  useDrawingKeys(root, editor)
  useDrawingLines(engine, editor, tool === null ? null : cursor, digits)
  useEffect(() => {
    if (tool !== null) placer.current?.focus({ preventScroll: true })
  }, [tool])
  return (
    <>
      {toolbar !== null && (
        <DrawingToolbar
          editor={editor}
          isColumn={toolbar === 'column'}
          onTool={(isByKey) => setCursor(isByKey ? findCentre(engine) : null)}
        />
      )}
      {/* Inside of an application, screen readers pass the arrow keys on. */}
      <div role="application" aria-label={t('charts.drawings')}>
        <DrawingList engine={engine} editor={editor} digits={digits} />
        <DrawingPlacer
          ref={placer}
          engine={engine}
          editor={editor}
          digits={digits}
          cursor={cursor}
          setCursor={setCursor}
        />
      </div>
    </>
  )
}

function useDrawingKeys(root: HTMLElement, editor: DrawingEditor): void {
  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    const key = event.key.toLowerCase()
    const isCommand = event.ctrlKey || event.metaKey
    if (isCommand && key === 'z') (event.shiftKey ? editor.redo : editor.undo)()
    else if (isCommand && key === 'y') editor.redo()
    else if ((key === 'delete' || key === 'backspace') && editor.selected !== null) {
      editor.deleteSelected()
      // Its button, which had the focus, is removed.
      root.focus({ preventScroll: true })
    } else return
    event.preventDefault()
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent): void => handleKey(event)
    root.addEventListener('keydown', listener)
    return () => root.removeEventListener('keydown', listener)
  }, [root])
}

function useDrawingLines(engine: ChartEngine, editor: DrawingEditor, cursor: Spot | null, digits: number): void {
  const format = useFormat()
  const lines = useMemo(
    () =>
      new DrawingLines(engine.axes, engine.getColors, {
        price: (price) => format.price(price, digits),
        ratio: (ratio) => format.percent(ratio, 1),
      }),
    [engine, format, digits],
  )
  useEffect(() => engine.addPrimitive(lines), [engine, lines])
  const { drawings, draft, selected } = editor
  const selectedId = draft?.id ?? selected?.id ?? null
  useEffect(() => lines.show({ drawings, selectedId, cursor }), [lines, drawings, selectedId, cursor])
}
