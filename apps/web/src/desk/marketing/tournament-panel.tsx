import { Link } from '@tanstack/react-router'
import type { DeskTournament } from '@tradefront/contract/desk-marketing'
import { fromMinor } from '@tradefront/rules/ledger/money'
import { baseCurrency } from '@tradefront/rules/rates/rate-codes'
import { groupPrizes, type Prize } from '@tradefront/rules/tournaments/prizes'
import { type Locale, localeInfo, locales } from '@tradefront/texts/locales'
import { useState } from 'react'

import { useFormat } from '../../platform/i18n/format.ts'
import { useTranslate } from '../../platform/i18n/i18n.ts'
import { TextArea } from '../../ui/fields/text-area.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { ActionButton } from '../action-button.tsx'
import { ChangePrizes } from './change-prizes.tsx'

/** A tournament with its prizes, what they cost, and what can be ordered in its state. */
export function TournamentPanel({ tournament }: { readonly tournament: DeskTournament }) {
  const t = useTranslate()
  const format = useFormat()
  const { type, state, startsAtMs, endsAtMs, participants, full, fund, settled, cancelWords } = tournament
  const money = (minor: number) => format.money(fromMinor(minor, baseCurrency), baseCurrency)
  const isAwarded = state === 'finished'
  const facts = [
    [t('desk_marketing.state'), t(`desk_marketing.tournament_${state}`)],
    [t('desk_marketing.participants_name'), format.number(participants)],
    [t('desk_marketing.starts'), format.dateTime(startsAtMs)],
    [t('desk_marketing.ends'), format.dateTime(endsAtMs)],
    [t('desk_marketing.full'), money(full)],
    [t(isAwarded ? 'desk_marketing.awarded' : 'desk_marketing.fund'), money(fund)],
    ...(isAwarded ? [[t('desk_marketing.settled'), money(settled)]] : []),
  ]
  return (
    <Card className="flex flex-col gap-6">
      <Link to="/tournaments" className="text-accent-ink hover:underline lg:hidden">
        {t('desk_marketing.back')}
      </Link>
      <div className="flex flex-wrap items-start justify-between gap-3">
        <h2 className="text-21 font-semibold">{t(`desk_marketing.type_${type}`)}</h2>
        <div className="flex flex-wrap gap-2">
          <ChangePrizes tournament={tournament} />
          <CancelTournament tournament={tournament} />
        </div>
      </div>
      {cancelWords !== null && (
        <ul className="flex flex-col gap-1 rounded-field bg-raised px-3 py-2">
          {Object.entries(cancelWords).map(([language, words]) => (
            <li key={language} lang={language}>
              {words}
            </li>
          ))}
        </ul>
      )}
      <dl className="grid grid-cols-2 gap-x-6 gap-y-4 sm:grid-cols-3">
        {facts.map(([name, value]) => (
          <div key={name} className="flex flex-col">
            <dt className="text-13 text-muted">{name}</dt>
            <dd className="font-medium tabular">{value}</dd>
          </div>
        ))}
      </dl>
      <section aria-labelledby="prizes" className="flex flex-col gap-2">
        <h3 id="prizes" className="font-semibold">
          {t('desk_marketing.prizes')}
        </h3>
        <p className="text-13 text-muted">
          {t(tournament.hasOwnPrizes ? 'desk_marketing.own_prizes' : 'desk_marketing.setting_prizes')}
        </p>
        <PrizeTable prizes={tournament.prizes} />
      </section>
    </Card>
  )
}

function PrizeTable({ prizes }: { readonly prizes: readonly Prize[] }) {
  const t = useTranslate()
  const format = useFormat()
  return (
    <ul className="flex flex-col">
      {groupPrizes(prizes).map(({ from, to, prize }) => (
        <li key={from} className="flex justify-between gap-4 border-b border-line py-1.5 tabular last:border-b-0">
          <span className="text-muted">{from === to ? from : `${from}–${to}`}</span>
          <span>
            {prize.kind === 'item' ? `${prize.item} · ` : ''}
            {format.money(prize.amount, baseCurrency)}
            {prize.kind === 'bonus' ? ` · ${t('desk_marketing.kind_bonus')}` : ''}
          </span>
        </li>
      ))}
    </ul>
  )
}

function CancelTournament({ tournament: { id, type, state } }: { readonly tournament: DeskTournament }) {
  const t = useTranslate()
  const [words, setWords] = useState<Readonly<Partial<Record<Locale, string>>>>({})
  const given = locales.map((locale) => [locale, words[locale]?.trim() ?? ''] as const)
  return (
    <ActionButton
      action="tournament.cancel"
      tone="danger"
      title={t('desk_marketing.cancel_title', { name: t(`desk_marketing.type_${type}`) })}
      input={{ tournament: id, words: Object.fromEntries(given) as Record<Locale, string> }}
      isOffered={state === 'upcoming' || state === 'running'}
    >
      {locales.map((locale) => (
        <TextArea
          key={locale}
          label={t('desk_marketing.cancel_words', { language: localeInfo[locale].name })}
          help={t('desk_marketing.cancel_help')}
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
