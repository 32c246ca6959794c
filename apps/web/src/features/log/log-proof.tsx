import { useQuery } from '@tanstack/react-query'
import { formatCheckpoint } from '@tradefront/rules/log/checkpoint'
import type { TextKey } from '@tradefront/texts/keys'
import type { ReactNode } from 'react'

import { useFormat } from '../../platform/i18n/format.ts'
import { useTranslate } from '../../platform/i18n/i18n.ts'
import { QueryView } from '../../platform/query/query-view.tsx'
import { Banner } from '../../ui/feedback/banner.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { DescriptionList } from '../../ui/layout/description-list.tsx'
import { ScreenTitle } from '../../ui/layout/screen-title.tsx'
import { type InspectedLog, inspectLogQuery, type LogVerdict } from './inspect-log.ts'

export function LogProof() {
  const t = useTranslate()
  const query = useQuery(inspectLogQuery)
  return (
    <article className="flex flex-col gap-8">
      <ScreenTitle lead={t('log.lead')}>{t('log.title')}</ScreenTitle>
      <QueryView
        query={query}
        name={t('log.name')}
        skeleton={
          <>
            <Skeleton className="h-20 w-full" />
            <Skeleton className="h-56 w-full" />
          </>
        }
        empty={<EmptyState title={t('log.none')}>{t('log.none_text')}</EmptyState>}
      >
        {(log) => (
          <>
            <Verdict verdict={log.verdict} />
            {log.checkpoint !== null && <LogState log={log} checkpoint={log.checkpoint} />}
            {isSound(log) && (
              <>
                <Statements id="proven" title={t('log.proven')} statements={listProven(log)} />
                <Statements id="not-proven" title={t('log.not_proven')} statements={listGaps(log)} />
              </>
            )}
          </>
        )}
      </QueryView>
      <section aria-labelledby="verify" className="flex flex-col gap-2">
        <h2 id="verify" className="text-21 font-semibold">
          {t('log.check')}
        </h2>
        <p className="max-w-prose text-muted">{t('log.check_text')}</p>
        <Code>npm run verify -- {globalThis.location.origin}</Code>
      </section>
    </article>
  )
}

function Verdict({ verdict }: { readonly verdict: LogVerdict }) {
  const t = useTranslate()
  switch (verdict.kind) {
    case 'first':
      return (
        <Banner tone="success" title={t('log.first')}>
          {t('log.first_text')}
        </Banner>
      )
    case 'continued':
      return (
        <Banner tone="success" title={t('log.continued')}>
          {t('log.continued_text', { size: verdict.before.size })}
        </Banner>
      )
    case 'forked':
      return (
        <Banner tone="danger" title={t('log.forked')} isUrgent>
          {t('log.forked_text', { size: verdict.before.size, root: formatRoot(verdict.before) })}
        </Banner>
      )
    case 'other_key':
      return (
        <Banner tone="danger" title={t('log.other_key')} isUrgent>
          {t('log.other_key_text', { key: verdict.beforeKey })}
        </Banner>
      )
    case 'unsigned':
      return (
        <Banner tone="danger" title={t('log.unsigned')} isUrgent>
          {t('log.unsigned_text')}
        </Banner>
      )
  }
}

type Checkpoint = NonNullable<InspectedLog['checkpoint']>

function LogState({ log, checkpoint }: { readonly log: InspectedLog; readonly checkpoint: Checkpoint }) {
  const t = useTranslate()
  const format = useFormat()
  const { signedAtMs, keyText, witnesses } = log
  const confirmations = witnesses.map(({ name, cosignedAtMs }) =>
    cosignedAtMs === null
      ? t('log.not_cosigned', { name })
      : t('log.cosigned', { name, time: format.dateTimeWithSeconds(cosignedAtMs) }),
  )
  return (
    <section aria-labelledby="log-state" className="flex flex-col gap-4">
      <h2 id="log-state" className="text-21 font-semibold">
        {t('log.state')}
      </h2>
      <DescriptionList
        rows={[
          { id: 'size', name: t('log.size'), value: format.number(checkpoint.size) },
          { id: 'root', name: t('log.root'), value: <Code>{formatRoot(checkpoint)}</Code> },
          ...(signedAtMs === null
            ? []
            : [{ id: 'signed', name: t('log.signed_at'), value: format.dateTimeWithSeconds(signedAtMs) }]),
          { id: 'key', name: t('log.key'), value: <Code>{keyText}</Code> },
          {
            id: 'witnesses',
            name: t('log.witnesses'),
            value:
              confirmations.length === 0
                ? t('log.no_witness')
                : confirmations.map((text) => <div key={text}>{text}</div>),
          },
        ]}
      />
    </section>
  )
}

/** Writes the root as the checkpoint has it. */
function formatRoot(checkpoint: Checkpoint): string {
  return formatCheckpoint(checkpoint).split('\n')[2] ?? ''
}

function isSound({ verdict }: InspectedLog): boolean {
  return verdict.kind === 'first' || verdict.kind === 'continued'
}

function listProven({ prices }: InspectedLog): TextKey[] {
  const ofPrices: TextKey[] = prices === 'stream' ? ['log.proven_recorded'] : ['log.proven_fixed', 'log.proven_random']
  return [...ofPrices, 'log.proven_history']
}

function listGaps({ prices, witnesses }: InspectedLog): TextKey[] {
  const isWitnessed = witnesses.some(({ cosignedAtMs }) => cosignedAtMs !== null)
  const ofPrices = {
    stream: ['log.gap_exchange'],
    drand: ['log.gap_drand', 'log.gap_level'],
    sandbox_beacon: ['log.gap_sandbox', 'log.gap_level'],
  } as const
  return [isWitnessed ? 'log.gap_witnesses' : 'log.gap_split', ...ofPrices[prices], 'log.gap_totals']
}

function Statements(props: { readonly id: string; readonly title: string; readonly statements: readonly TextKey[] }) {
  const t = useTranslate()
  return (
    <section aria-labelledby={props.id} className="flex flex-col gap-2">
      <h2 id={props.id} className="text-21 font-semibold">
        {props.title}
      </h2>
      <ul className="flex max-w-prose list-disc flex-col gap-1 ps-5">
        {props.statements.map((statement) => (
          <li key={statement}>{t(statement)}</li>
        ))}
      </ul>
    </section>
  )
}

function Code({ children }: { readonly children: ReactNode }) {
  return <code className="text-13 break-all">{children}</code>
}
