import Minus from 'lucide-react/icons/minus'
import Plus from 'lucide-react/icons/plus'

import { useFormat } from '../../../platform/i18n/format.ts'
import { useTranslate } from '../../../platform/i18n/i18n.ts'
import { IconButton } from '../../../ui/buttons/icon-button.tsx'
import { MoneyField } from '../../../ui/fields/money-field.tsx'
import { cx } from '../../../ui/styles/cx.ts'
import { useTradeKeys } from '../keys/use-trade-keys.ts'
import { useMarket } from '../use-market.ts'
import { findNextStake, listQuickAmounts } from './ticket-rules.ts'
import type { Ticket } from './use-ticket.ts'

type StakeTicket = Pick<Ticket, 'currency' | 'stake' | 'setStake'>

export function StakeField(props: { readonly ticket: StakeTicket; readonly error: string | undefined }) {
  const t = useTranslate()
  const format = useFormat()
  const market = useMarket()
  const { ticket, error } = props
  const { currency, stake, setStake } = ticket
  const moveStake = (direction: 1 | -1): void => {
    const next = findNextStake(stake ?? 0, direction, currency, market)
    if (next !== null) setStake(next)
  }
  useTradeKeys({ stake_more: () => moveStake(1), stake_less: () => moveStake(-1) })
  return (
    <div className="flex min-w-0 flex-col lg:gap-2">
      <div className="flex items-start">
        <StakeStep ticket={ticket} direction={-1} />
        <MoneyField
          label={t('trading.stake')}
          error={error}
          value={stake}
          onChange={setStake}
          faultTexts={{ not_whole: t('trading.stake_unclear'), unclear: t('trading.stake_unclear') }}
          name="stake"
          currency={currency}
          className="min-w-0 flex-1 max-lg:[&_input]:px-2 max-lg:[&>span:first-child]:sr-only"
        />
        <StakeStep ticket={ticket} direction={1} />
      </div>
      <div role="group" aria-label={t('trading.quick_amounts')} className="grid grid-cols-3 gap-1 max-lg:hidden">
        {listQuickAmounts(currency, market).map((amount) => (
          <button
            key={amount}
            type="button"
            aria-pressed={amount === stake}
            onClick={() => setStake(amount)}
            className={cx(
              'h-8 cursor-pointer rounded-field border px-2 text-13 tabular transition-colors pointer-coarse:h-11',
              amount === stake ? 'border-accent bg-accent-soft' : 'border-line hover:border-edge',
            )}
          >
            {format.money(amount, currency, { isWhole: true })}
          </button>
        ))}
      </div>
    </div>
  )
}

/** Button to the next amount, on a phone, which has no room for amounts to choose from. */
function StakeStep(props: { readonly ticket: StakeTicket; readonly direction: 1 | -1 }) {
  const t = useTranslate()
  const format = useFormat()
  const market = useMarket()
  const { ticket, direction } = props
  const { currency, stake, setStake } = ticket
  const next = findNextStake(stake ?? 0, direction, currency, market)
  const amount = next === null ? '' : format.money(next, currency, { isWhole: true })
  const Icon = direction === 1 ? Plus : Minus
  return (
    <IconButton
      label={[t(direction === 1 ? 'trading.stake_more' : 'trading.stake_less'), amount].filter(Boolean).join(': ')}
      aria-disabled={next === null}
      onClick={() => next !== null && setStake(next)}
      className="aria-disabled:opacity-45 lg:hidden"
    >
      <Icon size={18} aria-hidden />
    </IconButton>
  )
}
