import { toPrice } from '@tradefront/rules/trading/symbols'

import { useFormat } from '../../../platform/i18n/format.ts'
import { useTranslate } from '../../../platform/i18n/i18n.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Banner } from '../../../ui/feedback/banner.tsx'
import { MoneyField } from '../../../ui/fields/money-field.tsx'
import { Money } from '../../../ui/money/money.tsx'
import { findNewest, useMarket } from '../use-market.ts'
import { PurchaseProblem } from '../ticket/purchase-problem.tsx'
import { calculateProfit } from '../ticket/ticket-rules.ts'
import type { LadderState } from './use-ladder.ts'

/** Stake, both results, and the purchase. */
export function LadderTicket({ state }: { readonly state: LadderState }) {
  const t = useTranslate()
  const format = useFormat()
  const { problem, currency, stake, payout, choice, symbol, purchase } = state
  const text =
    problem === null
      ? ''
      : t(
          problem.key,
          problem.amount === undefined ? {} : { amount: format.money(problem.amount, currency, { isWhole: true }) },
        )
  const describePayout = (rate: number, least: number | null) =>
    least === null
      ? format.percent(rate, 1)
      : t('trading.payout_about', { rate: format.percent(rate, 1), least: format.percent(least, 1) })
  const price = choice === null ? '' : format.price(toPrice(choice.strike, symbol.digits), symbol.digits)
  return (
    <section aria-label={t('trading.ladder_ticket')} className="flex flex-col gap-2 border-t border-line pt-2">
      <LadderMessage state={state} />
      <div className="grid grid-cols-2 items-start gap-x-4">
        <MoneyField
          label={t('trading.stake')}
          error={problem?.isStake ? text : undefined}
          value={stake}
          onChange={state.setStake}
          faultTexts={{ not_whole: t('trading.stake_unclear'), unclear: t('trading.stake_unclear') }}
          name="stake"
          currency={currency}
        />
        <dl className="flex flex-col gap-0.5 pt-1 text-13">
          <Fact name={t('trading.payout')} value={payout === null ? '–' : describePayout(payout, state.leastPayout)} />
          <Fact
            name={t('trading.if_right')}
            value={
              payout === null || stake === null ? (
                '–'
              ) : (
                <Money
                  amount={calculateProfit(stake, payout, currency)}
                  currency={currency}
                  isSigned
                  className="text-up"
                />
              )
            }
          />
          <Fact
            name={t('trading.if_wrong')}
            value={stake === null ? '–' : <Money amount={-stake} currency={currency} isSigned className="text-down" />}
          />
        </dl>
      </div>
      <Button
        tone="primary"
        size="lg"
        isWide
        isPending={purchase.phase === 'sending'}
        aria-disabled={!state.canBuy}
        className={state.canBuy ? '' : 'cursor-not-allowed opacity-45'}
        onPress={() => state.buy()}
      >
        {choice === null ? t('trading.ladder_buy') : t(`trading.ladder_buy_${choice.direction}`, { price })}
      </Button>
      <p role="status" className="text-center text-13 text-muted empty:hidden">
        {problem?.isStake ? '' : text}
      </p>
    </section>
  )
}

function Fact({ name, value }: { readonly name: string; readonly value: React.ReactNode }) {
  return (
    <div className="flex justify-between gap-2">
      <dt className="text-muted">{name}</dt>
      <dd className="font-medium tabular">{value}</dd>
    </div>
  )
}

/** Says what became of the last purchase. */
function LadderMessage({ state }: { readonly state: LadderState }) {
  const t = useTranslate()
  const format = useFormat()
  const market = useMarket()
  const { purchase, symbol, currency } = state
  switch (purchase.phase) {
    case 'idle':
    case 'sending':
      return null
    case 'bought': {
      const { direction, openPrice, openedAtMs, strikePrice, payout, stake, expiresAtMs, refusal } = findNewest(
        market,
        purchase.trade,
      )
      if (refusal !== null) return <Banner tone="danger" title={t(refusal)} />
      if (strikePrice === null) return null
      if (openPrice === null)
        return (
          <Banner
            tone="info"
            title={t(`trading.ordered_${direction}`, {
              symbol: symbol.label,
              time: format.timeWithSeconds(openedAtMs),
            })}
          >
            {t('trading.ordered_text', { stake: format.money(stake, currency, { isWhole: true }) })}
          </Banner>
        )
      return (
        <Banner
          tone="success"
          title={t(`trading.ladder_bought_${direction}`, {
            symbol: symbol.label,
            price: format.price(strikePrice, symbol.digits),
            rate: format.percent(payout, 1),
          })}
        >
          {t('trading.bought_text', {
            stake: format.money(stake, currency, { isWhole: true }),
            time: format.timeWithSeconds(expiresAtMs),
          })}
        </Banner>
      )
    }
    case 'moved': {
      const rate = format.percent(purchase.offer, 1)
      return (
        <Banner
          tone="warn"
          title={t('trading.ladder_moved')}
          action={
            <Button tone="primary" onPress={() => state.buy(purchase.offer)}>
              {t('trading.ladder_buy_at', { rate })}
            </Button>
          }
        >
          {t('trading.ladder_payout_now', { rate })}
        </Banner>
      )
    }
    case 'refused':
    case 'unknown':
    case 'not_bought':
      return <PurchaseProblem purchase={purchase} />
  }
}
