import { Link } from '@tanstack/react-router'
import { tradeReaders } from '@tradefront/contract/desk-trades'
import type { TraderDetails } from '@tradefront/contract/desk-traders'
import { fromMinor } from '@tradefront/rules/ledger/money'

import { useFormat } from '../../platform/i18n/format.ts'
import { useTranslate } from '../../platform/i18n/i18n.ts'
import { Card } from '../../ui/layout/card.tsx'
import { DescriptionList } from '../../ui/layout/description-list.tsx'
import { hasRole } from '../navigation.ts'
import { useOperator } from '../operator-context.ts'

/** Balances by currency. Debt and turnover are shown only if there are any. */
export function TraderMoney({ trader }: { readonly trader: TraderDetails }) {
  const t = useTranslate()
  const format = useFormat()
  const { roles } = useOperator()
  return (
    <Card as="section" labelledBy="money" className="flex flex-col gap-4">
      <h2 id="money" className="text-17 font-semibold">
        {t('desk.money')}
      </h2>
      {trader.balances.map(({ currency, cash, bonus, hold, debt, turnoverDone, turnoverNeeded }) => {
        const write = (minor: number) => (
          <span className="tabular">{format.money(fromMinor(minor, currency), currency)}</span>
        )
        const turnover = {
          done: format.money(fromMinor(turnoverDone, currency), currency),
          needed: format.money(fromMinor(turnoverNeeded, currency), currency),
        }
        return (
          <DescriptionList
            key={currency}
            rows={[
              { id: 'cash', name: t('desk.cash'), value: write(cash), isStrong: true },
              { id: 'bonus', name: t('desk.bonus'), value: write(bonus) },
              { id: 'hold', name: t('desk.hold'), value: write(hold) },
              ...(debt > 0 ? [{ id: 'debt', name: t('traders.debt'), value: write(-debt) }] : []),
              ...(turnoverNeeded > 0
                ? [{ id: 'turnover', name: t('traders.turnover'), value: t('traders.turnover_of', turnover) }]
                : []),
            ]}
          />
        )
      })}
      {hasRole(roles, tradeReaders) && (
        <Link
          to="/trades"
          search={{ trader: String(trader.id) }}
          className="self-start font-medium text-accent-ink hover:underline"
        >
          {t('desk_decisions.trades')}
        </Link>
      )}
    </Card>
  )
}
