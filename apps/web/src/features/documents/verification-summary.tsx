import type { DocumentKind } from '@tradefront/rules/documents/document-kinds'
import CircleAlert from 'lucide-react/icons/circle-alert'
import Hourglass from 'lucide-react/icons/hourglass'
import ShieldCheck from 'lucide-react/icons/shield-check'

import { useFormat } from '../../platform/i18n/format.ts'
import { useLocaleTag, useTranslate } from '../../platform/i18n/i18n.ts'
import { Banner } from '../../ui/feedback/banner.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { cx } from '../../ui/styles/cx.ts'
import type { DocumentList, KindView } from './api.ts'
import { kindLabels } from './labels.ts'
import { CheckTime } from './verification-note.tsx'

const icons = { check: Hourglass, refused: CircleAlert, open: ShieldCheck } as const
const iconColors = { check: 'text-accent-ink', refused: 'text-down', open: 'text-muted' } as const
const segmentColors = { none: 'bg-line', sent: 'bg-accent', approved: 'bg-up', refused: 'bg-down' } as const

/** Says how many of the required documents were sent, what is left to do, and when the check is expected. */
export function VerificationSummary({ verification, verifiedAtMs, kinds }: Omit<DocumentList, 'return'>) {
  const t = useTranslate()
  const format = useFormat()
  const lang = useLocaleTag()
  if (verification === 'Full') {
    const date = verifiedAtMs === null ? null : format.longDay(verifiedAtMs)
    return (
      <Banner tone="success" title={date === null ? t('documents.status_full') : t('documents.verified_on', { date })}>
        {t('documents.status_full_text')}
      </Banner>
    )
  }
  const required = kinds.filter((kind) => kind.required)
  const { name, list } = findOpenStep(required)
  const names = list.map((kind) => t(kindLabels[kind]).toLocaleLowerCase(lang))
  const sent = required.filter(({ state }) => state === 'sent' || state === 'approved').length
  const Icon = icons[name]
  return (
    <Card className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1">
        <p className="flex items-center gap-2.5 text-17 font-semibold">
          <Icon size={20} className={cx('shrink-0', iconColors[name])} aria-hidden />
          {t(`documents.status_${name}`)}
        </p>
        <p className="tabular text-muted">{t('documents.progress', { sent, count: required.length })}</p>
      </div>
      <div aria-hidden className="flex gap-1.5">
        {required.map(({ kind, state }) => (
          <span key={kind} className={cx('h-1.5 flex-1 rounded-full transition-colors', segmentColors[state])} />
        ))}
      </div>
      <p role="status" className="text-muted">
        {t(`documents.status_${name}_text`, { list: format.list(names) })} <CheckTime />
      </p>
    </Card>
  )
}

type OpenStep = { readonly name: keyof typeof icons; readonly list: readonly DocumentKind[] }

function findOpenStep(required: readonly KindView[]): OpenStep {
  const refused = required.filter(({ state }) => state === 'refused').map(({ kind }) => kind)
  if (refused.length > 0) return { name: 'refused', list: refused }
  const open = required.filter(({ state }) => state === 'none').map(({ kind }) => kind)
  return open.length > 0 ? { name: 'open', list: open } : { name: 'check', list: [] }
}
