import type { TraderEvent } from '@tradefront/contract/desk-traders'
import { fromMinor } from '@tradefront/rules/ledger/money'
import { useState } from 'react'

import { createUuid } from '../../platform/create-uuid.ts'
import { useFormat } from '../../platform/i18n/format.ts'
import { useTranslate } from '../../platform/i18n/i18n.ts'
import { ActionButton } from '../action-button.tsx'
import { BookedLines } from './booked-lines.tsx'

/** Takes a correction back by its opposite, which names it. */
export function UndoCorrection(props: {
  readonly trader: number
  readonly correction: Extract<TraderEvent, { kind: 'correction' }>
}) {
  const t = useTranslate()
  const format = useFormat()
  const [id] = useState(createUuid)
  const { correction, amount, currency, state } = props.correction
  const change = -amount
  return (
    <ActionButton
      action="balance.correct"
      label={t('desk.take_back')}
      title={t('desk_money.undo_title', { amount: format.money(fromMinor(amount, currency), currency) })}
      input={{ correction: id, trader: props.trader, change, currency, undoes: correction }}
      isOffered={state === 'booked'}
    >
      <BookedLines
        lines={[
          { account: 'corrections', isTrader: false, amount, currency },
          { account: 'cash', isTrader: true, amount: change, currency },
        ]}
      />
    </ActionButton>
  )
}
