import { useFormat } from '../../../platform/i18n/format.ts'
import { useTranslate } from '../../../platform/i18n/i18n.ts'
import { MoneyField } from '../../../ui/fields/money-field.tsx'
import { cx } from '../../../ui/styles/cx.ts'
import { useMarket } from '../use-market.ts'
import { listQuickAmounts } from './ticket-rules.ts'
import type { Ticket } from './use-ticket.ts'

export function StakeField(props: {
  readonly ticket: Pick<Ticket, 'currency' | 'stake' | 'setStake'>
  readonly error: string | undefined
}) {
  const t = useTranslate()
  const format = useFormat()
  const market = useMarket()
  const { ticket, error } = props
  const { currency, stake, setStake } = ticket
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <MoneyField
        label={t('trading.stake')}
        error={error}
        value={stake}
        onChange={setStake}
        faultTexts={{ not_whole: t('trading.stake_unclear'), unclear: t('trading.stake_unclear') }}
        name="stake"
        currency={currency}
      />
      <div
        role="group"
        aria-label={t('trading.quick_amounts')}
        className="flex gap-1 overflow-x-auto lg:grid lg:grid-cols-3 landscape-phone:hidden"
      >
        {listQuickAmounts(currency, market).map((amount) => (
          <button
            key={amount}
            type="button"
            aria-pressed={amount === stake}
            onClick={() => setStake(amount)}
            className={cx(
              'h-8 shrink-0 cursor-pointer rounded-field border px-2 text-13 tabular transition-colors pointer-coarse:h-11 pointer-coarse:min-w-11',
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
