import type { Invoice } from '@tradefront/contract/domain/crypto'
import CircleCheck from 'lucide-react/icons/circle-check'
import Clock from 'lucide-react/icons/clock'
import TriangleAlert from 'lucide-react/icons/triangle-alert'

import { useFormat } from '../../../platform/i18n/format.ts'
import { useTranslate } from '../../../platform/i18n/i18n.ts'
import { ProgressBar } from '../../../ui/feedback/progress.tsx'
import { cx } from '../../../ui/styles/cx.ts'
import type { InvoiceDescription } from './describe-invoice.ts'

const lifetimeMs = 3_600_000
const marks = {
  info: { Icon: Clock, colour: 'text-accent-ink' },
  success: { Icon: CircleCheck, colour: 'text-up' },
  warn: { Icon: TriangleAlert, colour: 'text-warn' },
} as const

/**
 * State of an invoice.
 * @param leftMs null while the time is unknown
 */
export function InvoiceStatus(props: {
  readonly invoice: Invoice
  readonly description: InvoiceDescription
  readonly leftMs: number | null
}) {
  const t = useTranslate()
  const format = useFormat()
  const { invoice, description, leftMs } = props
  const { tone, title, text, isPayable } = description
  const { Icon, colour } = marks[tone]
  const isConfirming = invoice.state === 'seen' || invoice.state === 'confirming'
  return (
    <section className="flex flex-col gap-3">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div role="status" className="flex min-w-0 flex-1 basis-64 flex-col gap-1">
          <p className="flex items-start gap-2 text-21 font-semibold wrap-anywhere">
            <Icon size={22} aria-hidden className={cx('mt-1 shrink-0', colour)} />
            {t(title.key, title.params)}
          </p>
          {text.map(({ key, params }) => (
            <p key={key} className="text-muted">
              {t(key, params)}
            </p>
          ))}
        </div>
        {isPayable && <TimeLeft leftMs={leftMs} />}
      </div>
      {isPayable && (
        <ProgressBar
          label={t('invoices.left_label')}
          value={(leftMs ?? 0) / lifetimeMs}
          valueText={leftMs === null ? t('invoices.left_unknown') : format.countdown(leftMs)}
        />
      )}
      {isConfirming && (
        <ProgressBar
          tone="up"
          label={t(title.key, title.params)}
          value={invoice.confirmations / invoice.confirmationsRequired}
          valueText={`${invoice.confirmations}/${invoice.confirmationsRequired}`}
        />
      )}
    </section>
  )
}

function TimeLeft({ leftMs }: { readonly leftMs: number | null }) {
  const t = useTranslate()
  const format = useFormat()
  return (
    <span role="timer" className="tabular text-17 font-medium whitespace-nowrap">
      {leftMs === null ? t('invoices.left_unknown') : t('invoices.left', { time: format.countdown(leftMs) })}
    </span>
  )
}
