import type { ReactNode } from 'react'

import { useFormat } from '../../../platform/i18n/format.ts'
import { useTranslate } from '../../../platform/i18n/i18n.ts'
import { Money } from '../../../ui/money/money.tsx'
import { cx } from '../../../ui/styles/cx.ts'
import type { TradeCheck } from '../api.ts'
import { calculateClosedProfit } from '../trades/live-result.ts'
import { type DecisionStep, listDecisionSteps } from './list-decision-steps.ts'

const [width, height] = [1000, 300]
/** These times before and after the closing price are drawn. */
const [beforeMs, afterMs] = [30_000, 4000]
/** Height of a line of text beside the picture, with its distance to the next line. */
const tagHeight = 28
const tones = {
  won: { dot: 'bg-up', text: 'text-up' },
  lost: { dot: 'bg-down', text: 'text-down' },
  other: { dot: 'bg-accent', text: 'text-accent-ink' },
}

/** Picture of the prices until the one that decided a trade, and of each step that led to it. */
export function DecisionPicture({ check, digits }: { readonly check: TradeCheck; readonly digits: number }) {
  const t = useTranslate()
  const steps = listDecisionSteps(check)
  if (steps.length === 0) return null
  return (
    <section aria-labelledby="trade-decision" className="flex flex-col gap-4">
      <h2 id="trade-decision" tabIndex={-1} className="text-17 font-semibold outline-none">
        {t('trading.decision_title')}
      </h2>
      <PriceCurve check={check} digits={digits} />
      <ol className="flex flex-col">
        {steps.map((step, index) => (
          <Step key={`${step.kind}-${step.atMs}`} step={step} isLast={index === steps.length - 1}>
            <StepText step={step} check={check} digits={digits} />
          </Step>
        ))}
      </ol>
    </section>
  )
}

function PriceCurve({ check, digits }: { readonly check: TradeCheck; readonly digits: number }) {
  const t = useTranslate()
  const format = useFormat()
  const { trade, quotes, closingTrades } = check
  const { strikePrice, closePrice, closedAtMs, openedAtMs, direction, state } = trade
  if (strikePrice === null || closePrice === null || closedAtMs === null) return null
  const fromMs = Math.max(openedAtMs - 2000, closedAtMs - beforeMs)
  const toMs = closedAtMs + afterMs
  const shown = quotes.filter(({ atMs }) => fromMs <= atMs && atMs <= toMs)
  const prices = [...shown, ...closingTrades].map(({ price }) => price).concat(strikePrice, closePrice)
  const [least, most] = [Math.min(...prices), Math.max(...prices)]
  const margin = (most - least || 10 ** -digits) * 0.15
  const toX = (atMs: number) => Math.round(((atMs - fromMs) / (toMs - fromMs)) * width * 10) / 10
  const toY = (price: number) => Math.round(((most + margin - price) / (most - least + 2 * margin)) * height * 10) / 10
  const level = toY(strikePrice)
  const close = { x: toX(closedAtMs), y: toY(closePrice) }
  const path = shown.map(({ atMs, price }, index) =>
    index === 0 ? `M${toX(atMs)} ${toY(price)}` : `H${toX(atMs)}V${toY(price)}`,
  )
  const tone = tones[state === 'won' || state === 'lost' ? state : 'other']
  const zones = [
    { isWin: direction === 'up', y: 0, size: level },
    { isWin: direction === 'down', y: level, size: height - level },
  ]
  const write = (price: number) => format.price(price, digits)
  const at = (x: number, y: number) => ({ left: `${(x / width) * 100}%`, top: `${(y / height) * 100}%` })
  const isUpper = close.y < level || (close.y === level && direction === 'up')
  // The tags are below each other if the prices are equal, or nearly so.
  const tagY = Math.abs(close.y - level) < tagHeight ? level + (isUpper ? -tagHeight : tagHeight) : close.y
  return (
    <figure
      role="img"
      aria-label={t('trading.decision_picture', { level: write(strikePrice), close: write(closePrice) })}
      dir="ltr"
      className="flex flex-col gap-1"
    >
      <div aria-hidden className="flex">
        <div className="relative h-52 flex-1 overflow-hidden rounded-card border border-line sm:h-64">
          <svg viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" className="absolute inset-0 size-full">
            {zones.map(({ isWin, y, size }) => (
              <rect key={y} y={y} width={width} height={size} className={isWin ? 'fill-up-soft' : 'fill-down-soft'} />
            ))}
            {[
              { key: 'level', x1: 0, x2: width, y1: level, y2: level },
              { key: 'open', x1: toX(openedAtMs), x2: toX(openedAtMs), y1: 0, y2: height },
              { key: 'end', x1: close.x, x2: close.x, y1: 0, y2: height },
            ].map(({ key, ...line }) => (
              <line
                key={key}
                {...line}
                className="stroke-muted"
                strokeDasharray="3 4"
                vectorEffect="non-scaling-stroke"
              />
            ))}
            <path
              d={path.join('')}
              fill="none"
              className="stroke-ink"
              strokeWidth="2"
              vectorEffect="non-scaling-stroke"
            />
          </svg>
          {zones.map(({ isWin, y }) => (
            <span
              key={y}
              className={cx(
                'absolute start-3 text-13 font-medium',
                y === 0 ? 'top-2' : 'bottom-2',
                isWin ? 'text-up' : 'text-down',
              )}
            >
              {t(isWin ? 'trading.decision_wins' : 'trading.decision_loses')}
            </span>
          ))}
          {closingTrades.map(({ atMs, price }, index) => (
            <span
              key={index}
              style={at(toX(atMs), toY(price))}
              className="absolute size-1.5 -translate-1/2 rounded-full bg-muted"
            />
          ))}
          <span style={at(close.x, close.y)} className={cx('absolute size-3 -translate-1/2 rounded-full', tone.dot)} />
        </div>
        <div className="relative ms-2 w-18 shrink-0 text-13 tabular">
          <span style={at(0, level)} className="absolute -translate-y-1/2 text-muted">
            {write(strikePrice)}
          </span>
          <span style={at(0, tagY)} className={cx('absolute -translate-y-1/2 font-semibold', tone.text)}>
            {write(closePrice)}
          </span>
        </div>
      </div>
      <div aria-hidden className="relative me-20 h-5 text-13 text-muted tabular">
        <span className="absolute start-0">{format.timeWithSeconds(fromMs)}</span>
        <span style={{ left: `${(close.x / width) * 100}%` }} className="absolute -translate-x-full whitespace-nowrap">
          {format.timeWithSeconds(closedAtMs)}
        </span>
      </div>
    </figure>
  )
}

function Step({
  step,
  isLast,
  children,
}: {
  readonly step: DecisionStep
  readonly isLast: boolean
  readonly children: ReactNode
}) {
  const format = useFormat()
  return (
    <li className="relative flex flex-col ps-6 pb-4 last:pb-0">
      {!isLast && <span aria-hidden className="absolute inset-y-0 start-[5px] top-2 w-px bg-line" />}
      <span
        aria-hidden
        className={cx(
          'absolute start-0 top-1.5 size-[11px] rounded-full border-2 border-bg',
          step.kind === 'result' ? 'bg-accent' : 'bg-edge',
        )}
      />
      <span className="text-13 text-muted tabular">{format.exactDateTime(step.atMs)}</span>
      <span>{children}</span>
    </li>
  )
}

function StepText({
  step,
  check,
  digits,
}: {
  readonly step: DecisionStep
  readonly check: TradeCheck
  readonly digits: number
}) {
  const t = useTranslate()
  const format = useFormat()
  const { trade } = check
  switch (step.kind) {
    case 'commitment':
    case 'seeds':
      return t(`trading.decision_${step.kind}`)
    case 'open_round':
    case 'close_round':
      return t(`trading.decision_${step.kind}`, { round: String(step.round) })
    case 'trades':
      return t('trading.decision_trades', { count: step.count })
    case 'open':
    case 'close':
    case 'sale':
    case 'median':
      return t(`trading.decision_${step.kind}`, { price: format.price(step.price, digits) })
    case 'result':
      return (
        <span className="font-semibold">
          {t(`trading.state_${trade.state}`)}{' '}
          <Money amount={calculateClosedProfit(trade)} currency={trade.currency} isSigned />
        </span>
      )
    default:
      return step satisfies never
  }
}
