import CreditCard from 'lucide-react/icons/credit-card'
import IdCard from 'lucide-react/icons/id-card'
import Signature from 'lucide-react/icons/signature'
import { useState } from 'react'

import { useTranslate } from '../../platform/i18n/i18n.ts'
import { Banner } from '../../ui/feedback/banner.tsx'
import { Button } from '../../ui/buttons/button.tsx'
import { cx } from '../../ui/styles/cx.ts'
import type { KindView } from './api.ts'
import { DocumentUnlocks } from './document-unlocks.tsx'
import { FileList } from './file-list.tsx'
import { SignaturePanel } from './signature-panel.tsx'
import { UploadPanel } from './upload-panel.tsx'
import { kindHelpTexts, kindLabels } from './labels.ts'

const icons = { passport: IdCard, card: CreditCard, sign: Signature } as const
const dots = { none: 'bg-edge', sent: 'bg-accent', approved: 'bg-up', refused: 'bg-down' } as const

type DocumentKindSectionProps = {
  readonly view: KindView
  /** The other required kinds of documents. */
  readonly others: readonly KindView[]
  readonly isVerified: boolean
  readonly onChanged: () => Promise<void>
}

export function DocumentKindSection(props: DocumentKindSectionProps) {
  const t = useTranslate()
  const { view, others, isVerified, onChanged } = props
  const { kind, state, required } = view
  const Icon = icons[kind]
  const id = `document-${kind}`
  const isOptional = !required && state === 'none'
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
          {t(`documents.state_${isVerified && state === 'none' ? 'not_needed' : isOptional ? 'optional' : state}`)}
        </p>
        <p className="max-w-prose text-13 text-muted">
          {t(kindHelpTexts[kind])}{' '}
          {kind === 'card' && !isVerified && t(required ? 'documents.card_needed' : 'documents.card_optional')}
        </p>
        {required && !isVerified && <DocumentUnlocks others={others} />}
      </div>
      <div className="flex min-w-0 flex-col gap-4">
        <Notes view={view} />
        <FileList view={view} onChanged={onChanged} />
        <UploadArea view={view} isVerified={isVerified} onChanged={onChanged} />
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

/** Choice of files, which is behind a button when no document is needed. Files that are being sent stay when it is no longer needed. */
function UploadArea({ view, isVerified, onChanged }: Omit<DocumentKindSectionProps, 'others'>) {
  const t = useTranslate()
  const { kind, state, canSend } = view
  const [isOffered, setOffered] = useState(false)
  const isNeeded = state === 'refused' || (state !== 'approved' && !isVerified)
  const isOpen = isNeeded || isOffered
  return (
    <>
      {kind !== 'sign' && <UploadPanel kind={kind} view={view} canChoose={isOpen} onSent={onChanged} />}
      {kind === 'sign' && isOpen && canSend && (
        <SignaturePanel isResubmission={view.reason !== null} onSent={onChanged} />
      )}
      {!isOpen && canSend && (
        <Button size="sm" className="self-start" onPress={() => setOffered(true)}>
          {t(state === 'none' ? 'documents.offer' : 'documents.newer')}
          <span className="sr-only"> {t(kindLabels[kind])}</span>
        </Button>
      )}
    </>
  )
}
