import CreditCard from 'lucide-react/icons/credit-card'
import IdCard from 'lucide-react/icons/id-card'
import Signature from 'lucide-react/icons/signature'
import { useState } from 'react'

import { useTranslate } from '../../platform/i18n/i18n.ts'
import { Banner } from '../../ui/feedback/banner.tsx'
import { Button } from '../../ui/buttons/button.tsx'
import { cx } from '../../ui/styles/cx.ts'
import type { KindView } from './api.ts'
import { FileList } from './file-list.tsx'
import { SignaturePanel } from './signature-panel.tsx'
import { UploadPanel } from './upload-panel.tsx'
import { kindHelpTexts, kindLabels } from './labels.ts'

const icons = { passport: IdCard, card: CreditCard, sign: Signature } as const
const dots = { none: 'bg-edge', sent: 'bg-accent', approved: 'bg-up', refused: 'bg-down' } as const

export function DocumentKindSection(props: {
  readonly view: KindView
  readonly isVerified: boolean
  readonly onChanged: () => Promise<void>
}) {
  const t = useTranslate()
  const { view, isVerified, onChanged } = props
  const { kind, state } = view
  const Icon = icons[kind]
  const id = `document-${kind}`
  const isOptional = kind === 'card' && !view.required && state === 'none'
  return (
    <section
      aria-labelledby={id}
      className="grid grid-cols-1 gap-x-8 gap-y-4 py-6 md:grid-cols-[minmax(0,2fr)_minmax(0,3fr)] lg:gap-x-12"
    >
      <div className="flex flex-col gap-1.5">
        <h2 id={id} tabIndex={-1} className="flex items-center gap-2.5 text-17 font-semibold outline-none">
          <Icon size={20} className="shrink-0 text-muted" aria-hidden />
          {t(kindLabels[kind])}
        </h2>
        <p className="flex items-baseline gap-2">
          <span aria-hidden className={cx('size-2 shrink-0 rounded-full', dots[state])} />
          {t(
            isVerified && state === 'none' && !(kind === 'card' && view.required)
              ? 'documents.state_not_needed'
              : isOptional
                ? 'documents.state_optional'
                : `documents.state_${state}`,
          )}
        </p>
        <p className="max-w-prose text-13 text-muted">
          {t(kindHelpTexts[kind])} {isOptional && t('documents.card_optional')}
        </p>
      </div>
      <div className="flex min-w-0 flex-col gap-4">
        <Notes view={view} />
        <FileList view={view} onChanged={onChanged} />
        <UploadArea {...props} />
      </div>
    </section>
  )
}

function Notes({ view }: { readonly view: KindView }) {
  const t = useTranslate()
  const { state, reason, files } = view
  if (reason !== null) {
    const isOld = state === 'approved'
    return (
      <Banner tone={isOld ? 'warn' : 'danger'} title={t(`documents.reason_${reason}`)}>
        {t(`documents.next_${reason}`)} {isOld && t('documents.newer_refused')}
      </Banner>
    )
  }
  if (state === 'approved' && files.some((file) => file.state === 'sent')) {
    return <p className="text-13 text-muted">{t('documents.newer_waits')}</p>
  }
  return null
}

/** Behind a button when no document is needed. */
function UploadArea({ view, isVerified, onChanged }: Parameters<typeof DocumentKindSection>[0]) {
  const t = useTranslate()
  const { kind, state, canSend } = view
  const [isOffered, setOffered] = useState(false)
  const isNeeded = state === 'refused' || (state !== 'approved' && !isVerified)
  if (!isNeeded && !isOffered) {
    if (!canSend) return null
    return (
      <Button size="sm" className="self-start" onPress={() => setOffered(true)}>
        {t(state === 'none' ? 'documents.offer' : 'documents.newer')}
        <span className="sr-only"> {t(kindLabels[kind])}</span>
      </Button>
    )
  }
  if (kind === 'sign')
    return canSend ? <SignaturePanel isResubmission={view.reason !== null} onSent={onChanged} /> : null
  return <UploadPanel view={view} onSent={onChanged} />
}
