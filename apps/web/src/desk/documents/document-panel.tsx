import { useQuery } from '@tanstack/react-query'
import type { DocumentCaseDetails } from '@tradefront/contract/desk-support'
import { refusalReasons } from '@tradefront/rules/documents/document-kinds'

import { useRef } from 'react'

import { serverNow } from '../../platform/clock.ts'
import { useFormat } from '../../platform/i18n/format.ts'
import { useTranslate } from '../../platform/i18n/i18n.ts'
import { QueryView } from '../../platform/query/query-view.tsx'
import { Button } from '../../ui/buttons/button.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { DescriptionList } from '../../ui/layout/description-list.tsx'
import { KeyMark } from '../keys-help.tsx'
import { CaseOwner } from '../queue/case-owner.tsx'
import { PageViewer } from '../sealed/page-viewer.tsx'
import { listTraderRows } from '../traders/list-trader-rows.tsx'
import { useKeys } from '../use-keys.ts'
import { useOrder } from '../use-order.ts'
import { type CaseKind, documentCaseQuery } from './api.ts'
import { listRequirements } from './list-requirements.ts'

/** Pictures of a case beside what they must show, and the decision. */
export function DocumentPanel(props: {
  readonly trader: string
  readonly kind: CaseKind
  /** @param done the decision, in words */
  readonly onDecided: (done: string) => void
}) {
  const t = useTranslate()
  const query = useQuery(documentCaseQuery(props.trader, props.kind))
  return (
    <QueryView
      query={query}
      name={t('desk_support.case')}
      skeleton={<Skeleton className="h-[70dvh]" />}
      empty={<EmptyState title={t('desk_support.no_cases')} />}
    >
      {(found) => <Details found={found} onDecided={props.onDecided} onChanged={() => void query.refetch()} />}
    </QueryView>
  )
}

function Details(props: {
  readonly found: DocumentCaseDetails
  /** @param done the decision, in words */
  readonly onDecided: (done: string) => void
  /** Called when the case could not be decided, because there are other files now. */
  readonly onChanged: () => void
}) {
  const t = useTranslate()
  const format = useFormat()
  const { trader, kind, files } = props.found
  return (
    <div className="flex flex-col gap-4">
      <CaseOwner kinds={['document']} id={`${trader.id}|${kind}`} />
      <div className="flex flex-wrap items-baseline gap-x-3">
        <h2 className="text-21 font-semibold">{trader.name || trader.email}</h2>
        <p className="text-muted">
          {t(`desk_support.kind_${kind}`)} · {t('desk_support.files_count', { count: files.length })} ·{' '}
          {format.ago(Math.min(...files.map(({ sentAtMs }) => sentAtMs)), serverNow())}
        </p>
      </div>
      <div className="grid items-start gap-6 xl:grid-cols-[minmax(0,1fr)_18rem]">
        <div className="min-w-0">
          <PageViewer kind="document" files={files.map(({ id }) => id)} name={t(`desk_support.kind_${kind}`)} />
        </div>
        <div className="flex flex-col gap-6 xl:row-span-2">
          <Requirements found={props.found} />
          <Decision {...props} />
        </div>
        <RegisteredData found={props.found} />
      </div>
    </div>
  )
}

function Requirements({ found }: { readonly found: DocumentCaseDetails }) {
  const t = useTranslate()
  const format = useFormat()
  return (
    <section aria-labelledby="must-show" className="flex flex-col gap-2">
      <h3 id="must-show" className="font-semibold">
        {t('desk_support.must_show')}
      </h3>
      <ul className="flex list-disc flex-col gap-1 ps-5 marker:text-faint">
        {listRequirements(t, format, found, serverNow()).map(({ id, text }) => (
          <li key={id} className="wrap-anywhere">
            {text}
          </li>
        ))}
      </ul>
    </section>
  )
}

function Decision({ found, onDecided, onChanged }: Parameters<typeof Details>[0]) {
  const t = useTranslate()
  const firstRefusal = useRef<HTMLButtonElement>(null)
  const { trader, kind, files } = found
  const facts = { name: trader.name || trader.email, document: t(`desk_support.kind_${kind}`) }
  const approve = useOrder('document.approve', () => onDecided(t('desk_support.approved', facts)))
  const refuse = useOrder('document.refuse', () => onDecided(t('desk_support.refused', facts)))
  const input = { trader: trader.id, kind, files: files.map(({ id }) => id) }
  const isPending = approve.isPending || refuse.isPending
  const onSettled = (command: { readonly state: string } | undefined) => {
    if (command?.state !== 'done') onChanged()
  }
  const order = (digit: number) => {
    if (isPending) return
    const refusal = refusalReasons[digit - 1]
    if (refusal === undefined) approve.mutate({ input, reason: t('desk_support.checked') }, { onSettled })
    else refuse.mutate({ input: { ...input, refusal }, reason: t(`documents.reason_${refusal}`) }, { onSettled })
  }
  useKeys([
    { key: 'a', text: t('actions.document_approve'), run: () => order(0) },
    { key: 'r', text: t('desk_support.to_refusals'), run: () => firstRefusal.current?.focus() },
    ...refusalReasons.map((reason, index) => ({
      key: String(index + 1),
      text: t(`documents.reason_${reason}`),
      run: () => order(index + 1),
    })),
  ])
  return (
    <section aria-labelledby="decide" className="flex flex-col gap-3">
      <h3 id="decide" className="sr-only">
        {t('desk_support.decide')}
      </h3>
      <Button tone="primary" isPending={approve.isPending} onPress={() => order(0)} aria-keyshortcuts="a">
        {t('actions.document_approve')}
        <Key>a</Key>
      </Button>
      <p className="text-13 text-muted">{t('desk_support.refuse_because')}</p>
      <ul className="flex flex-col overflow-hidden rounded-card border border-line">
        {refusalReasons.map((reason, index) => (
          <li key={reason} className="border-b border-line last:border-b-0">
            <button
              type="button"
              ref={index === 0 ? firstRefusal : null}
              aria-keyshortcuts={String(index + 1)}
              aria-disabled={isPending || undefined}
              onClick={() => order(index + 1)}
              className="target flex w-full items-center gap-3 px-3 py-2 text-start text-13 hover:bg-raised"
            >
              <Key>{String(index + 1)}</Key>
              {t(`documents.reason_${reason}`)}
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Key({ children }: { readonly children: string }) {
  return (
    <span aria-hidden className="flex pointer-coarse:hidden">
      <KeyMark>{children}</KeyMark>
    </span>
  )
}

function RegisteredData({ found: { trader, earlier } }: { readonly found: DocumentCaseDetails }) {
  const t = useTranslate()
  const format = useFormat()
  return (
    <section aria-labelledby="registered" className="flex flex-col gap-2">
      <h3 id="registered" className="font-semibold">
        {t('desk_support.registered')}
      </h3>
      <DescriptionList
        rows={[
          ...listTraderRows(t, format, trader),
          { id: 'language', name: t('desk_support.language'), value: trader.language.toUpperCase() },
          {
            id: 'age',
            name: t('desk_support.account_age'),
            value: format.ago(trader.realOpenedAtMs ?? trader.registeredAtMs, serverNow()),
          },
          {
            id: 'verification',
            name: t('desk_support.verification'),
            value: t(`desk_support.verification_${trader.verification}`),
          },
          ...earlier.map((file) => ({
            id: file.id,
            name: `${t('desk_support.earlier')}, ${format.day(file.decidedAtMs)}`,
            value:
              file.reason === null
                ? t(`desk_support.was_${file.state}`)
                : `${t('desk_support.was_refused')}: ${t(`documents.reason_${file.reason}`)}`,
          })),
        ]}
      />
      <p className="text-13 text-muted">{t('desk_support.no_birth_date')}</p>
    </section>
  )
}
