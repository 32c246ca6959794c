import { useQuery } from '@tanstack/react-query'
import type { TraderDetails } from '@tradefront/contract/desk-traders'
import { operatorActions } from '@tradefront/contract/operator-actions'
import { multiplyExactly } from '@tradefront/rules/ledger/exact'
import { fromMinor } from '@tradefront/rules/ledger/money'
import { useState } from 'react'

import { createUuid } from '../../platform/create-uuid.ts'
import { useFormat } from '../../platform/i18n/format.ts'
import { useTranslate } from '../../platform/i18n/i18n.ts'
import { SegmentedControl } from '../../ui/fields/segmented-control.tsx'
import { ActionButton } from '../action-button.tsx'
import { hasRole } from '../navigation.ts'
import { useOperator } from '../operator-context.ts'
import { AmountField, toMinorAmount } from './amount-field.tsx'
import { bonusTermsQuery } from './api.ts'
import { BookedLines } from './booked-lines.tsx'

type TraderProps = { readonly trader: TraderDetails; readonly balance: TraderDetails['balances'][number] }

/** Buttons that move money of a real account, for operators with the right to it. */
export function TraderMoneyActions({ trader }: { readonly trader: TraderDetails }) {
  const { roles } = useOperator()
  const [balance] = trader.balances
  if (trader.realOpenedAtMs === null || balance === undefined) return null
  return (
    <div className="flex flex-wrap gap-3">
      <CorrectBalance {...{ trader, balance }} />
      {hasRole(roles, operatorActions['bonus.give'].roles) && <GiveBonus {...{ trader, balance }} />}
    </div>
  )
}

/** Returns the typed amount, and an id for its order, so that an order that is sent twice is booked once. */
function useOrderedAmount(currency: string) {
  const [{ value, id }, set] = useState(() => ({ value: null as number | null, id: createUuid() }))
  return {
    value,
    id,
    amount: toMinorAmount(value, currency),
    setValue: (next: number | null) => set({ value: next, id: createUuid() }),
  }
}

function CorrectBalance({ trader, balance: { currency, cash } }: TraderProps) {
  const t = useTranslate()
  const format = useFormat()
  const [direction, setDirection] = useState<'add' | 'take'>('add')
  const { value, id, amount, setValue } = useOrderedAmount(currency)
  const change = amount === null ? null : direction === 'add' ? amount : -amount
  return (
    <ActionButton
      action="balance.correct"
      title={t('desk_money.correct_title', { name: trader.name || trader.email })}
      input={
        change === null || cash + change < 0
          ? null
          : { correction: id, trader: trader.id, change, currency, undoes: null }
      }
    >
      <SegmentedControl
        label={t('desk_money.direction')}
        options={(['add', 'take'] as const).map((each) => ({ id: each, label: t(`desk_money.${each}`) }))}
        value={direction}
        onChange={setDirection}
        isWide
      />
      <AmountField
        label={t('desk_money.amount')}
        help={t('desk_money.has_cash', { amount: format.money(fromMinor(cash, currency), currency) })}
        onChange={setValue}
        {...{ value, currency }}
      />
      {change !== null && (
        <BookedLines
          lines={[
            { account: 'corrections', isTrader: false, amount: -change, currency },
            { account: 'cash', isTrader: true, amount: change, currency },
          ]}
        />
      )}
    </ActionButton>
  )
}

function GiveBonus({ trader, balance: { currency } }: TraderProps) {
  const t = useTranslate()
  const format = useFormat()
  const { data: terms } = useQuery(bonusTermsQuery)
  const { value, id, amount, setValue } = useOrderedAmount(currency)
  const turnover =
    amount === null || terms === undefined ? null : multiplyExactly([amount, terms.turnoverFactor], 'nearest')
  return (
    <ActionButton
      action="bonus.give"
      title={t('desk_money.give_title', { name: trader.name || trader.email })}
      input={amount === null || turnover === null ? null : { bonus: id, trader: trader.id, amount, currency, turnover }}
    >
      <AmountField label={t('desk_money.amount')} onChange={setValue} {...{ value, currency }} />
      {amount !== null && turnover !== null && (
        <>
          <p>{t('desk_money.turnover', { amount: format.money(fromMinor(turnover, currency), currency) })}</p>
          <BookedLines
            lines={[
              { account: 'bonus_expense', isTrader: false, amount: -amount, currency },
              { account: 'bonus', isTrader: true, amount, currency },
            ]}
          />
        </>
      )}
    </ActionButton>
  )
}
