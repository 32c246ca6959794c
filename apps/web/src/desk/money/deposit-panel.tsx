import { useQuery } from '@tanstack/react-query'
import type { DeskDeposit } from '@tradefront/contract/desk-money'
import { fromMinor } from '@tradefront/rules/ledger/money'

import { useFormat } from '../../platform/i18n/format.ts'
import { isLoadedText, useTranslate } from '../../platform/i18n/i18n.ts'
import { QueryView } from '../../platform/query/query-view.tsx'
import { Banner } from '../../ui/feedback/banner.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { DescriptionList } from '../../ui/layout/description-list.tsx'
import { CaseOwner } from '../queue/case-owner.tsx'
import { TraderLink } from '../traders/trader-link.tsx'
import { WaitingCommand } from '../waiting-command.tsx'
import { depositQuery } from './api.ts'
import { AttemptList } from './attempt-list.tsx'
import { DepositActions } from './deposit-actions.tsx'
import { EntryLines } from './entry-lines.tsx'

/** One deposit: possible actions, what has happened, and what is booked. */
export function DepositPanel({ id }: { readonly id: string }) {
  const t = useTranslate()
  return (
    <QueryView
      query={useQuery(depositQuery(id))}
      name={t('desk_money.deposit')}
      skeleton={<Skeleton className="h-96" />}
      empty={<EmptyState title={t('errors.not_found')} />}
    >
      {(deposit) => <Details deposit={deposit} />}
    </QueryView>
  )
}

function Details({ deposit }: { readonly deposit: DeskDeposit }) {
  const t = useTranslate()
  const format = useFormat()
  const { trader, currency, sameTransaction } = deposit
  const money = (minor: number) => format.money(fromMinor(minor, currency), currency)
  const isClaim = deposit.actions.some(({ action }) => action === 'claim.accept') || deposit.note !== null
  return (
    <Card className="flex flex-col gap-6">
      <CaseOwner kinds={['claim', 'review', 'suspense']} id={deposit.id} />
      <div className="flex flex-col gap-1">
        <h2 className="text-28 font-semibold tabular">{money(deposit.amount)}</h2>
        <p className="text-muted">
          <span className={deposit.state === 'taken_back' ? 'text-down' : undefined}>
            {t(`traders.deposit_${deposit.state}`)}
          </span>{' '}
          · {format.dateTime(deposit.createdAtMs)} · {deposit.number.toUpperCase()}
        </p>
      </div>
      <WaitingCommand page={`/deposits/${deposit.id}`} />
      {sameTransaction !== null && (
        <Banner tone="warn">{t('desk_money.same_transaction', { numbers: sameTransaction })}</Banner>
      )}
      {deposit.reasonText !== null && <p className="text-muted">“{deposit.reasonText}”</p>}
      <DescriptionList
        rows={[
          { id: 'trader', name: t('desk.trader'), value: <TraderLink {...trader} /> },
          {
            id: 'method',
            name: t('desk_money.method'),
            value: <span className="inline-block first-letter:uppercase">{deposit.instrument}</span>,
          },
          ...deposit.charges.map((charge) => ({
            id: `${charge.attempt} ${charge.number}`,
            name: t('desk_money.taken_by', { processor: charge.processor }),
            value: `${format.money(fromMinor(charge.amount, charge.currency), charge.currency)} · ${t(`traders.deposit_${charge.status}`)}`,
          })),
          ...(deposit.bonus > 0 ? [{ id: 'bonus', name: t('desk_money.bonus'), value: money(deposit.bonus) }] : []),
          ...(isClaim
            ? [
                {
                  id: 'note',
                  name: t('desk_money.claim_note'),
                  value: <span className="wrap-anywhere">{deposit.note ?? t('desk_money.claim_none')}</span>,
                },
              ]
            : []),
        ]}
      />
      <DepositActions deposit={deposit} />
      <section aria-labelledby="attempts" className="flex flex-col gap-3">
        <h3 id="attempts" className="font-semibold">
          {t('desk_money.attempts')}
        </h3>
        <AttemptList deposit={deposit} />
      </section>
      <section aria-labelledby="entries" className="flex flex-col gap-3">
        <h3 id="entries" className="font-semibold">
          {t('desk_money.entries')}
        </h3>
        {deposit.entries.length === 0 && <p className="text-muted">{t('desk_money.no_entries')}</p>}
        <ul className="flex flex-col gap-3">
          {deposit.entries.map(({ key, kind, atMs, lines }) => {
            const name = kind.replace('deposit.', 'desk_money.entry_')
            return (
              <li key={key} className="border-s-2 border-line ps-4">
                <p className="flex flex-wrap justify-between gap-x-4 text-13">
                  <span className="font-medium">{isLoadedText(name) ? t(name) : kind}</span>
                  <span className="text-muted">{format.dateTimeWithSeconds(atMs)}</span>
                </p>
                <EntryLines lines={lines} />
              </li>
            )
          })}
        </ul>
      </section>
    </Card>
  )
}
