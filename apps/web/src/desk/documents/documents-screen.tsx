import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import type { DocumentCase } from '@tradefront/contract/desk-support'

import { useState } from 'react'

import { serverNow } from '../../platform/clock.ts'
import { useFormat } from '../../platform/i18n/format.ts'
import { useTranslate } from '../../platform/i18n/i18n.ts'
import { QueryView } from '../../platform/query/query-view.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { ScreenTitle } from '../../ui/layout/screen-title.tsx'
import { cx } from '../../ui/styles/cx.ts'
import { CsvButton } from '../csv-button.tsx'
import { toCsvTime } from '../csv.ts'
import { listTraderColumns } from '../csv-columns.ts'
import { ListAndDetail } from '../list-and-detail.tsx'
import { ListTools } from '../list-tools.tsx'
import { useListKeys } from '../use-list-keys.ts'
import { type CaseKind, documentCasesQuery } from './api.ts'
import { DocumentPanel } from './document-panel.tsx'

type OpenCase = { readonly trader: string; readonly kind: CaseKind }

const toKey = ({ trader, kind }: OpenCase) => `${trader}/${kind}`
const toOpenCase = ({ trader, kind }: DocumentCase): OpenCase => ({ trader: String(trader.id), kind })

/** Cases that wait, oldest first, and beside them the one that is open. After a decision the next one opens by itself. */
export function DocumentsScreen({ open }: { readonly open: OpenCase | null }) {
  const t = useTranslate()
  const navigate = useNavigate()
  const [lastDone, setLastDone] = useState<string | null>(null)
  const query = useQuery(documentCasesQuery)
  const cases = (query.data ?? []).map(toOpenCase)
  const keys = cases.map(toKey)
  const openCase = (next: OpenCase | undefined) =>
    void navigate(next === undefined ? { to: '/documents' } : { to: '/documents/$trader/$kind', params: next })
  const openKey = open && toKey(open)
  useListKeys(keys, openKey, (key) => openCase(cases[keys.indexOf(key)]))
  const next = cases[openKey === null ? 0 : keys.indexOf(openKey) + 1] ?? cases.find((each) => toKey(each) !== openKey)
  return (
    <ListAndDetail
      name={t('desk_support.documents')}
      path="/documents"
      columns="narrow"
      list={
        <>
          <ScreenTitle>{t('desk_support.documents')}</ScreenTitle>
          {cases.length > 0 && (
            <ListTools
              path="/documents"
              csv={
                <CsvButton
                  file="documents"
                  title={t('desk_support.documents')}
                  load={() => query.data ?? []}
                  columns={[
                    ...listTraderColumns<DocumentCase>(t),
                    { title: t('desk_support.case'), toCell: ({ kind }) => t(`desk_support.kind_${kind}`) },
                    { title: t('desk.col_time'), toCell: ({ sentAtMs }) => toCsvTime(sentAtMs) },
                  ]}
                />
              }
            />
          )}
          <p role="status" className="text-13 wrap-anywhere text-muted empty:hidden">
            {lastDone}
          </p>
          <QueryView
            query={query}
            name={t('desk_support.documents')}
            skeleton={<Skeleton className="h-64" />}
            isEmpty={(rows) => rows.length === 0}
            empty={<EmptyState title={t('desk_support.no_cases')}>{t('desk_support.no_cases_text')}</EmptyState>}
          >
            {(rows) => (
              <ul className="flex flex-col overflow-hidden rounded-card border border-line bg-surface">
                {rows.map((row) => (
                  <li key={toKey(toOpenCase(row))} className="border-b border-line last:border-b-0">
                    <CaseLink row={row} isOpen={toKey(toOpenCase(row)) === openKey} />
                  </li>
                ))}
              </ul>
            )}
          </QueryView>
        </>
      }
      detailName={t('desk_support.case')}
      subject={open && `document:${open.trader}:${open.kind}`}
      detail={
        open === null ? null : (
          <DocumentPanel
            key={toKey(open)}
            {...open}
            onDecided={(done) => {
              setLastDone(done)
              openCase(next)
            }}
          />
        )
      }
      hint={cases.length === 0 ? null : t('desk_support.choose_case')}
    />
  )
}

function CaseLink({ row, isOpen }: { readonly row: DocumentCase; readonly isOpen: boolean }) {
  const t = useTranslate()
  const format = useFormat()
  return (
    <Link
      to="/documents/$trader/$kind"
      params={toOpenCase(row)}
      aria-current={isOpen || undefined}
      className={cx('flex flex-col px-4 py-3', isOpen ? 'bg-accent-soft' : 'hover:bg-raised')}
    >
      <span className="truncate font-medium">{row.trader.name || row.trader.email}</span>
      <span className="truncate text-13 text-muted">{t(`desk_support.kind_${row.kind}`)}</span>
      <span className="truncate text-13 text-muted">{format.ago(row.sentAtMs, serverNow())}</span>
    </Link>
  )
}
