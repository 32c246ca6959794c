import ArrowDown from 'lucide-react/icons/arrow-down'
import ArrowUp from 'lucide-react/icons/arrow-up'

import { useTranslate } from '../../../platform/i18n/i18n.ts'
import { cx } from '../../../ui/styles/cx.ts'
import { formatKey } from '../keys/key-names.ts'
import { useWorkspace } from '../workspace/workspace-store.ts'
import type { Ticket } from './use-ticket.ts'

const directions = [
  { direction: 'up', Icon: ArrowUp, tone: 'bg-up text-bg' },
  { direction: 'down', Icon: ArrowDown, tone: 'bg-down text-bg' },
] as const

/** Buttons that buy with one press. Disabled ones keep the focus, and the line below says why. */
export function BuyButtons({ ticket }: { readonly ticket: Pick<Ticket, 'canBuy' | 'purchase' | 'buy'> }) {
  const t = useTranslate()
  const { keys } = useWorkspace()
  const { canBuy, purchase } = ticket
  return (
    <div className="grid grid-cols-2 gap-2">
      {directions.map(({ direction, Icon, tone }) => (
        <button
          key={direction}
          type="button"
          aria-disabled={!canBuy}
          aria-keyshortcuts={keys[`buy_${direction}`]}
          onClick={() => ticket.buy(direction)}
          className={cx(
            'flex min-h-14 cursor-pointer flex-col items-center justify-center rounded-field font-semibold transition-[filter,opacity] hover:brightness-110 active:brightness-90',
            'aria-disabled:cursor-not-allowed aria-disabled:opacity-45 aria-disabled:hover:brightness-100',
            purchase.phase === 'sending' && purchase.order.direction === direction && 'animate-breathe',
            tone,
          )}
        >
          <span className="flex items-center gap-1.5 text-17">
            <Icon size={20} strokeWidth={2.5} aria-hidden />
            {t(`trading.${direction}`)}
          </span>
          <kbd aria-hidden dir="ltr" className="font-sans text-13 font-medium pointer-coarse:hidden">
            {formatKey(keys[`buy_${direction}`])}
          </kbd>
        </button>
      ))}
    </div>
  )
}
