import type { DeskTradeDetails } from '@tradefront/contract/desk-trades'
import { type Locale, localeInfo, locales } from '@tradefront/texts/locales'
import { useState } from 'react'

import { useTranslate } from '../../platform/i18n/i18n.ts'
import { TextArea } from '../../ui/fields/text-area.tsx'
import { ActionButton } from '../action-button.tsx'
import { BookedLines } from '../money/booked-lines.tsx'

/** The button that voids a trade of a real market, with the ledger lines that this writes. */
export function VoidTrade({ trade }: { readonly trade: DeskTradeDetails }) {
  const t = useTranslate()
  const [fault, setFault] = useState('')
  const [words, setWords] = useState<Readonly<Partial<Record<Locale, string>>>>({})
  const { id, trader, currency } = trade
  const given = locales.map((locale) => [locale, words[locale]?.trim() ?? ''] as const)
  return (
    <ActionButton
      action="trade.void"
      tone="danger"
      title={t('desk_decisions.void_title')}
      input={
        trade.void && {
          trade: id,
          trader: trader.id,
          change: trade.void.change,
          bonusChange: trade.void.bonusChange,
          currency,
          fault: fault.trim(),
          words: Object.fromEntries(given) as Record<Locale, string>,
        }
      }
      isOffered={trade.void !== null}
    >
      {trade.void !== null && <BookedLines lines={trade.void.lines} />}
      <TextArea
        label={t('desk_decisions.fault')}
        help={t('desk_decisions.fault_help')}
        name="fault"
        rows={2}
        value={fault}
        onChange={setFault}
        onBlur={() => undefined}
        inputRef={null}
      />
      {locales.map((locale) => (
        <TextArea
          key={locale}
          label={t('desk_decisions.void_words', { language: localeInfo[locale].name })}
          help={t('desk_decisions.void_words_help')}
          name={`words-${locale}`}
          rows={2}
          value={words[locale] ?? ''}
          onChange={(text) => setWords({ ...words, [locale]: text })}
          onBlur={() => undefined}
          inputRef={null}
        />
      ))}
    </ActionButton>
  )
}
