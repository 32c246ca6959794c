import { useEffect, useState } from 'react'

import { useFormat } from '../../../platform/i18n/format.ts'
import type { ChartEngine } from '../chart/chart-engine.ts'
import { useWaitingAlerts } from './alert-list.ts'
import { AlertLines } from './alert-lines.ts'

/** Waiting alerts of a symbol on its chart. */
export function AlertLevels(props: { readonly engine: ChartEngine; readonly symbol: string; readonly digits: number }) {
  const { engine, symbol, digits } = props
  const format = useFormat()
  const alerts = useWaitingAlerts(symbol)
  const [lines] = useState(() => new AlertLines(engine.axes, engine.getColors))
  useEffect(() => engine.addPrimitive(lines), [engine, lines])
  useEffect(
    () => lines.show(alerts.map(({ price }) => ({ price, label: format.price(price, digits) }))),
    [lines, alerts, digits, format],
  )
  return null
}
