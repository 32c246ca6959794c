import type { WithdrawalDetails } from '@tradefront/contract/desk'
import { maxReferenceChars } from '@tradefront/contract/operator-actions'
import { fromMinor } from '@tradefront/rules/ledger/money'
import { useState } from 'react'

import { useFormat } from '../../platform/i18n/format.ts'
import { useTranslate } from '../../platform/i18n/i18n.ts'
import { SegmentedControl } from '../../ui/fields/segmented-control.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { ActionButton } from '../action-button.tsx'

type PartProps = { readonly withdrawal: WithdrawalDetails; readonly part: WithdrawalDetails['parts'][number] }

/** Buttons for a part that no channel sends, or about which a channel does not say what it did. */
export function PartActions({ withdrawal, part }: PartProps) {
  const t = useTranslate()
  const format = useFormat()
  const [reference, setReference] = useState('')
  const [result, setResult] = useState<'paid' | 'refused'>('paid')
  const [words, setWords] = useState('')
  const { id, trader, currency } = withdrawal
  const { amount, number, state } = part
  const named = { withdrawal: id, part: number, trader: trader.id, amount, currency }
  const facts = {
    amount: format.money(fromMinor(amount, currency), currency),
    to: `${t(`withdrawal.method_${part.method}`)} ${part.to}`.trim(),
  }
  return (
    <>
      <ActionButton
        action="withdrawal.pay_by_hand"
        title={t('desk_money.by_hand_title', facts)}
        input={{ ...named, reference: reference.trim() }}
        isOffered={state === 'due' && part.usableFromMs !== null}
      >
        <TextField
          label={t('desk_money.bank_reference')}
          help={t('desk_money.bank_reference_help')}
          value={reference}
          onChange={setReference}
          maxLength={maxReferenceChars}
        />
      </ActionButton>
      <ActionButton
        action="withdrawal.decide_doubt"
        title={t('desk_money.doubt_title', facts)}
        input={{ ...named, result, words: words.trim() }}
        isOffered={state === 'in_doubt'}
      >
        <SegmentedControl
          label={t('desk_money.result')}
          options={(['paid', 'refused'] as const).map((each) => ({ id: each, label: t(`desk_money.doubt_${each}`) }))}
          value={result}
          onChange={setResult}
          isWide
        />
        {result === 'paid' ? (
          <TextField
            label={t('desk_money.provider_reference')}
            value={words}
            onChange={setWords}
            maxLength={maxReferenceChars}
          />
        ) : (
          <TextField
            label={t('desk_money.doubt_words')}
            help={t('desk_money.doubt_words_help')}
            value={words}
            onChange={setWords}
            maxLength={maxReferenceChars}
          />
        )}
      </ActionButton>
    </>
  )
}
