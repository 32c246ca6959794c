import type { DeskTournament } from '@tradefront/contract/desk-marketing'
import { fromMinor } from '@tradefront/rules/ledger/money'
import { baseCurrency } from '@tradefront/rules/rates/rate-codes'
import { sumPrizes } from '@tradefront/rules/tournaments/fund'
import { groupPrizes, leaderboardRows, type Prize } from '@tradefront/rules/tournaments/prizes'
import Plus from 'lucide-react/icons/plus'
import X from 'lucide-react/icons/x'
import { useState } from 'react'

import { createUuid } from '../../platform/create-uuid.ts'
import { useFormat } from '../../platform/i18n/format.ts'
import { useTranslate } from '../../platform/i18n/i18n.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Select } from '../../ui/fields/select.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { ActionButton } from '../action-button.tsx'
import { AmountField } from '../money/amount-field.tsx'

const kinds = ['cash', 'bonus', 'item'] as const

/** Consecutive places with the same prize. */
type Row = {
  readonly id: string
  readonly places: string
  readonly kind: Prize['kind']
  readonly amount: number | null
  readonly item: string
}

const toRows = (prizes: readonly Prize[]): Row[] =>
  groupPrizes(prizes).map(({ from, to, prize }) => ({
    id: createUuid(),
    places: String(to - from + 1),
    kind: prize.kind,
    amount: prize.amount,
    item: prize.kind === 'item' ? prize.item : '',
  }))

/** Reads the prizes. Null: a row is not complete, or the table has fewer places. */
function readPrizes(rows: readonly Row[], most: number): Prize[] | null {
  const prizes: Prize[] = []
  for (const { places, kind, amount, item } of rows) {
    const count = Number(places)
    const isRight = Number.isInteger(count) && count >= 1 && amount !== null && amount > 0
    if (!isRight || prizes.length + count > most || (kind === 'item' && item.trim() === '')) return null
    const prize: Prize = kind === 'item' ? { kind, item: item.trim(), amount } : { kind, amount }
    prizes.push(...Array.from({ length: count }, () => prize))
  }
  return prizes.length === 0 ? null : prizes
}

export function ChangePrizes({ tournament }: { readonly tournament: DeskTournament }) {
  const t = useTranslate()
  const format = useFormat()
  const { id, type, state } = tournament
  const [rows, setRows] = useState(() => toRows(tournament.prizes))
  const most = leaderboardRows[type]
  const prizes = readPrizes(rows, most)
  const amount = prizes && sumPrizes(prizes)
  const change = (changed: Row) => setRows(rows.map((row) => (row.id === changed.id ? changed : row)))
  return (
    <ActionButton
      action="tournament.change"
      title={t('desk_marketing.prizes_title', { name: t(`desk_marketing.type_${type}`) })}
      input={prizes && amount !== null ? { tournament: id, prizes, amount, currency: baseCurrency } : null}
      isOffered={state === 'upcoming'}
    >
      <ol className="flex flex-col gap-4">
        {rows.map((row, index) => (
          <li key={row.id} className="flex flex-col gap-2 border-b border-line pb-4">
            <div className="grid grid-cols-[5rem_1fr_2.75rem] items-end gap-2">
              <TextField
                label={t('desk_marketing.places')}
                inputMode="numeric"
                value={row.places}
                onChange={(places) => change({ ...row, places })}
                maxLength={2}
              />
              <Select
                label={t('desk_marketing.kind')}
                value={row.kind}
                options={kinds.map((kind) => ({ id: kind, label: t(`desk_marketing.kind_${kind}`) }))}
                onChange={(kind) => change({ ...row, kind })}
              />
              <Button
                tone="plain"
                size="icon"
                aria-label={t('desk_marketing.remove_prize', { number: index + 1 })}
                onPress={() => setRows(rows.filter(({ id: other }) => other !== row.id))}
              >
                <X size={18} aria-hidden />
              </Button>
            </div>
            {row.kind === 'item' && (
              <TextField
                label={t('desk_marketing.item')}
                value={row.item}
                onChange={(item) => change({ ...row, item })}
                maxLength={40}
              />
            )}
            <AmountField
              label={t(row.kind === 'item' ? 'desk_marketing.worth' : 'desk_marketing.each')}
              value={row.amount}
              onChange={(value) => change({ ...row, amount: value })}
              currency={baseCurrency}
            />
          </li>
        ))}
      </ol>
      <Button
        onPress={() =>
          setRows([...rows, { id: createUuid(), places: '1', kind: 'bonus' as const, amount: null, item: '' }])
        }
      >
        <Plus size={18} aria-hidden />
        {t('desk_marketing.add_prize')}
      </Button>
      <p className="rounded-field bg-raised px-3 py-2">
        {prizes === null || amount === null
          ? t('desk_marketing.prizes_wrong', { count: most })
          : t('desk_marketing.prizes_sum', {
              count: prizes.length,
              amount: format.money(fromMinor(amount, baseCurrency), baseCurrency),
            })}
      </p>
    </ActionButton>
  )
}
