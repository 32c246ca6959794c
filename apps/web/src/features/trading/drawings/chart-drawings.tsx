import { lazy, type RefObject, Suspense } from 'react'

import { loadTexts } from '../../../platform/i18n/i18n.ts'
import { retryImport } from '../../../platform/retry-import.ts'
import { cx } from '../../../ui/styles/cx.ts'
import type { ChartEngine } from '../chart/chart-engine.ts'
import { useDrawings } from './drawing-sync.ts'

const DrawingTools = lazy(async () => {
  const [module] = await retryImport(() => Promise.all([import('./drawing-tools.tsx'), loadTexts('charts')]))
  return { default: module.DrawingTools }
})

/** Place of the tools: beside the chart, or above it. */
export type ToolbarPlace = 'column' | 'row'

type ShownChart = {
  readonly engine: ChartEngine
  readonly root: RefObject<HTMLElement | null>
  readonly box: RefObject<HTMLElement | null>
}

/**
 * Loads the tools only if they are shown, or if there is something to show with them.
 * @param chart null until it is there
 */
export function ChartDrawings(props: {
  readonly chart: ShownChart | null
  readonly symbol: string
  readonly digits: number
  readonly toolbar: ToolbarPlace | null
}) {
  const { chart, symbol, digits, toolbar } = props
  const hasDrawings = useDrawings(symbol).length > 0
  const root = chart?.root.current
  const box = chart?.box.current
  return (
    // The place has the same size before the tools are there.
    <div
      className={cx(
        'shrink-0',
        toolbar === 'column' && 'w-10.5 border-e border-line pointer-coarse:w-12.5',
        toolbar === 'row' && 'h-9 border-b border-line pointer-coarse:h-11',
      )}
    >
      {chart !== null && root != null && box != null && (hasDrawings || toolbar !== null) && (
        <Suspense>
          <DrawingTools engine={chart.engine} root={root} box={box} symbol={symbol} digits={digits} toolbar={toolbar} />
        </Suspense>
      )}
    </div>
  )
}
