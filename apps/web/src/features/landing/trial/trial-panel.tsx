import type { Trade } from '@tradefront/contract/trade-view'
import { decideOutcome } from '@tradefront/rules/trading/outcome'
import { getSymbolLabel } from '@tradefront/rules/trading/symbol-label'
import { findSymbol } from '@tradefront/rules/trading/symbols'
import ArrowDown from 'lucide-react/icons/arrow-down'
import ArrowUp from 'lucide-react/icons/arrow-up'
import { useState } from 'react'

import { useServerSecond } from '../../../platform/countdown.ts'
import { useFormat } from '../../../platform/i18n/format.ts'
import { useLocaleTag, useTranslate } from '../../../platform/i18n/i18n.ts'
import { paths } from '../../../routes/paths.ts'
import { Button, buttonClass } from '../../../ui/buttons/button.tsx'
import { SegmentedControl } from '../../../ui/fields/segmented-control.tsx'
import { Money } from '../../../ui/money/money.tsx'
import { findPriceClaim, type MarketsReply } from '../markets.tsx'
import { TrialChart } from './trial-chart.tsx'
import { TrialCheck } from './trial-check.tsx'
import { type Trial, useTrial } from './use-trial.ts'
import { useTrialPrices } from './use-trial-prices.ts'

const symbolNames = ['BTCUSD', 'EURUSD', 'XAUUSD'] as const
const stake = 10
const currency = 'USD'

/** Panel for a practice trade of 30 seconds, without an account. `market` is null while it is not known. */
export function TrialPanel({ market }: { readonly market: MarketsReply | null }) {
  const t = useTranslate()
  const format = useFormat()
  const [chosen, setChosen] = useState<string>(symbolNames[0])
  const { trial, isSending, problem, open, leave } = useTrial()
  const symbol = trial?.trade.symbol ?? chosen
  const prices = useTrialPrices(symbol)
  // No old price is shown as a present one.
  const latest = prices.isFailing ? null : (prices.list.at(-1)?.price ?? null)
  const digits = findSymbol(symbol)?.digits ?? 2
  return (
    <section
      aria-labelledby="trial"
      className="flex flex-col overflow-hidden rounded-card border border-line bg-surface"
    >
      <h2 id="trial" className="sr-only">
        {t('landing.trial')}
      </h2>
      <div className="flex min-h-14 items-center justify-between gap-2 border-b border-line px-4 py-2">
        {trial === null ? (
          <SegmentedControl
            label={t('landing.trial_symbol')}
            options={symbolNames.map((id) => ({ id, label: getSymbolLabel(id, t) }))}
            value={chosen}
            onChange={setChosen}
          />
        ) : (
          <span className="font-medium">{getSymbolLabel(symbol, t)}</span>
        )}
        <bdi dir="ltr" className="tabular text-17 font-semibold sm:text-21">
          {latest === null ? '–' : format.price(latest, digits)}
        </bdi>
      </div>
      <div className="relative h-56 sm:h-72">
        <TrialChart prices={prices.list} trade={trial?.trade ?? null} />
        {latest === null && (
          <p className="absolute inset-0 grid place-items-center px-6 text-center text-13 text-muted">
            {prices.isFailing ? t('landing.trial_no_prices') : t('landing.trial_closed')}
          </p>
        )}
      </div>
      <div className="flex min-h-48 flex-col justify-center gap-3 border-t border-line p-4">
        {trial === null ? (
          <Choice
            isDisabled={latest === null || isSending}
            payout={prices.payout}
            problem={problem}
            onChoose={(direction) => void open(symbol, direction)}
          />
        ) : (
          <Progress {...{ trial, market, latest, digits }} onAgain={leave} />
        )}
      </div>
    </section>
  )
}

const directions = [
  { direction: 'up', Icon: ArrowUp, tone: 'bg-up text-bg' },
  { direction: 'down', Icon: ArrowDown, tone: 'bg-down text-bg' },
] as const

function Choice(props: {
  readonly isDisabled: boolean
  /** Payout as a part of the stake. Null: it is not known yet. */
  readonly payout: number | null
  readonly problem: string | null
  readonly onChoose: (direction: 'up' | 'down') => void
}) {
  const t = useTranslate()
  const format = useFormat()
  return (
    <>
      <div className="grid grid-cols-2 gap-3">
        {directions.map(({ direction, Icon, tone }) => (
          <button
            key={direction}
            type="button"
            aria-disabled={props.isDisabled}
            onClick={() => {
              if (!props.isDisabled) props.onChoose(direction)
            }}
            className={`flex min-h-14 cursor-pointer items-center justify-center gap-2 rounded-field text-17 font-semibold transition-[filter,opacity] hover:brightness-110 active:brightness-90 aria-disabled:cursor-not-allowed aria-disabled:opacity-45 ${tone}`}
          >
            <Icon size={20} strokeWidth={2.5} aria-hidden />
            {t(`landing.${direction}`)}
          </button>
        ))}
      </div>
      <p role="status" className="min-h-10 text-13 text-muted">
        {props.problem ??
          (props.payout !== null &&
            t('landing.trial_terms', {
              win: format.money(stake * props.payout, currency),
              stake: format.money(stake, currency, { isWhole: true }),
            }))}
      </p>
    </>
  )
}

function Progress(props: {
  readonly trial: Trial
  readonly market: MarketsReply | null
  readonly latest: number | null
  readonly digits: number
  readonly onAgain: () => void
}) {
  const t = useTranslate()
  const { trial, latest, digits } = props
  const { trade } = trial
  const result = useResultText(trade)
  return (
    <>
      <div role="status" className="sr-only">
        {trade.state === 'open' ? t(`landing.trial_is_${trade.direction}`) : result}
      </div>
      {trade.state === 'open' ? (
        <OpenTrial trade={trade} market={props.market} latest={latest} />
      ) : (
        <EndedTrial trial={trial} digits={digits} onAgain={props.onAgain} />
      )}
    </>
  )
}

function OpenTrial({
  trade,
  market,
  latest,
}: {
  readonly trade: Trade
  readonly market: MarketsReply | null
  readonly latest: number | null
}) {
  const t = useTranslate()
  const format = useFormat()
  const nowMs = useServerSecond()
  const Icon = trade.direction === 'up' ? ArrowUp : ArrowDown
  const isWaiting = trade.openPrice === null
  const wouldWin = isWaiting || latest === null ? null : computeNow(trade, latest)
  return (
    <>
      <div className="flex items-center justify-between gap-4">
        <span className={`flex items-center gap-2 font-semibold ${trade.direction === 'up' ? 'text-up' : 'text-down'}`}>
          <Icon size={20} strokeWidth={2.5} aria-hidden />
          {t(`landing.${trade.direction}`)}
        </span>
        <span role="timer" className="tabular text-28 font-semibold">
          {format.countdown((isWaiting ? trade.openedAtMs : trade.expiresAtMs) - nowMs)}
        </span>
      </div>
      <p className="flex min-h-10 items-center justify-between gap-4 text-13 text-muted">
        {isWaiting ? (
          `${t('landing.trial_waits')} ${market === null ? '' : t(`landing.trial_price_${findPriceClaim(market)}`)}`
        ) : (
          <>
            {t('landing.trial_if_now')}
            {wouldWin !== null && (
              <Money
                amount={wouldWin}
                currency={trade.currency}
                isSigned
                className={`text-15 font-semibold ${wouldWin > 0 ? 'text-up' : wouldWin < 0 ? 'text-down' : 'text-muted'}`}
              />
            )}
          </>
        )}
      </p>
    </>
  )
}

function EndedTrial({
  trial,
  digits,
  onAgain,
}: {
  readonly trial: Trial
  readonly digits: number
  readonly onAgain: () => void
}) {
  const t = useTranslate()
  const format = useFormat()
  const lang = useLocaleTag()
  const { trade } = trial
  const { openPrice, closePrice } = trade
  const result = useResultText(trade)
  return (
    <>
      <div className="flex flex-col gap-1">
        <p className="text-21 font-semibold">{result}</p>
        {openPrice !== null && closePrice !== null && (
          <p className="tabular text-13 text-muted">
            {t('landing.trial_prices', { from: format.price(openPrice, digits), to: format.price(closePrice, digits) })}
          </p>
        )}
        <TrialCheck trial={trial} digits={digits} />
      </div>
      <div className="flex flex-wrap gap-3">
        <a href={paths.modal(lang, 'modal-register-demo')} className={buttonClass({ tone: 'primary', canWrap: true })}>
          {t('landing.trial_keep')}
        </a>
        <Button onPress={onAgain}>{t('landing.trial_again')}</Button>
      </div>
    </>
  )
}

function useResultText({ state, returned, stake: staked, currency: unit }: Trade): string {
  const t = useTranslate()
  const format = useFormat()
  if (state !== 'won' && state !== 'lost') return t(state === 'tie' ? 'landing.trial_tie' : 'landing.trial_void')
  return t(`landing.trial_${state}`, { amount: format.money(Math.abs((returned ?? 0) - staked), unit) })
}

/** Computes what the trade would return now, in major units. */
function computeNow({ direction, openPrice, stake: staked, payout }: Trade, latest: number): number {
  const outcome = decideOutcome(direction, openPrice ?? latest, latest)
  return outcome === 'won' ? staked * payout : outcome === 'lost' ? -staked : 0
}
