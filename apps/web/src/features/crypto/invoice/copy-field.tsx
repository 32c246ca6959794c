import Check from 'lucide-react/icons/check'
import Copy from 'lucide-react/icons/copy'
import { useEffect, useState } from 'react'

import { translateExplained } from '../../../platform/i18n/explanations.ts'
import { useTranslate } from '../../../platform/i18n/i18n.ts'
import { showToast } from '../../../platform/toasts.ts'
import { Button } from '../../../ui/buttons/button.tsx'

const markMs = 2000

/** A value to copy, with the words of spec: funding 8. It can also be selected. */
export function CopyField(props: {
  /** `detail` is anything else, which is called by its name. */
  readonly kind: 'amount' | 'address' | 'detail'
  readonly name: string
  readonly value: string
  /** Unit that is shown after the value, but not copied. */
  readonly unit?: string
}) {
  const t = useTranslate()
  const { kind, name, value, unit } = props
  const [isCopied, setCopied] = useState(false)
  useEffect(() => {
    if (!isCopied) return undefined
    const timer = setTimeout(() => setCopied(false), markMs)
    return () => clearTimeout(timer)
  }, [isCopied])
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(value)
      setCopied(true)
      showToast({ tone: 'success', text: t(`invoices.${kind}_copied`, { name }), id: 'invoices-copy' })
    } catch {
      showToast({ tone: 'danger', text: translateExplained('invoices.copy_failed'), id: 'invoices-copy' })
    }
  }
  const Icon = isCopied ? Check : Copy
  return (
    <div className="flex items-center gap-2 border-b border-line py-2">
      <dl className="min-w-0 flex-1">
        <dt className="text-13 text-muted">{name}</dt>
        <dd className="font-medium">
          <bdi dir="ltr" className="tabular break-all">
            <span className="select-all">{value}</span>
            {unit !== undefined && ` ${unit}`}
          </bdi>
        </dd>
      </dl>
      <Button size="icon" aria-label={t(`invoices.copy_${kind}`, { name })} onPress={() => void copy()}>
        <Icon size={18} aria-hidden className={isCopied ? 'text-up' : ''} />
      </Button>
    </div>
  )
}
