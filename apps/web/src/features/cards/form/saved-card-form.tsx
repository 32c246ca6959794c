import type { SavedCard } from '@tradefront/contract/domain/cards'
import { findCodeError } from '@tradefront/rules/cards/card-form'
import { type SubmitEvent, useRef, useState } from 'react'

import { translateExplained } from '../../../platform/i18n/explanations.ts'
import { useTranslate } from '../../../platform/i18n/i18n.ts'
import { dismissToast, showToast } from '../../../platform/toasts.ts'
import { Banner } from '../../../ui/feedback/banner.tsx'
import { scrollElementIntoView } from '../../../ui/hooks/scroll-into-view.ts'
import { SecurityCodeInput } from './card-form-fields.tsx'
import { isExpired } from './saved-card-list.tsx'

/** Form of a saved card, which the pay button elsewhere on the screen submits. The code stays in memory. */
export function SavedCardForm(props: {
  readonly saved: SavedCard
  readonly formId: string
  readonly isLocked: boolean
  readonly onSubmit: (code: string) => void
}) {
  const t = useTranslate()
  const { saved, formId, isLocked, onSubmit } = props
  const [code, setCode] = useState('')
  const [error, setError] = useState<string | undefined>()
  const input = useRef<HTMLInputElement>(null)
  const warning = useRef<HTMLDivElement>(null)

  const submit = (event: SubmitEvent): void => {
    event.preventDefault()
    if (isExpired(saved)) {
      scrollElementIntoView(warning.current)
      showToast({ tone: 'danger', text: t('cards.saved_expired'), id: 'cards-fill' })
      return
    }
    const problem = findCodeError(code, saved.brand)
    if (problem === null) return onSubmit(code)
    setError(t(problem))
    input.current?.focus()
    if (code === '') showToast({ tone: 'danger', text: translateExplained('cards.fill_required'), id: 'cards-fill' })
  }
  return (
    <form id={formId} noValidate onSubmit={submit}>
      {isExpired(saved) ? (
        <Banner tone="warn" ref={warning}>
          {t('cards.saved_expired')}
        </Banner>
      ) : (
        <SecurityCodeInput
          value={code}
          onChange={(typed) => {
            dismissToast('cards-fill')
            setError(undefined)
            setCode(typed)
          }}
          onBlur={() => {
            const problem = code === '' ? null : findCodeError(code, saved.brand)
            if (problem !== null) setError(t(problem))
          }}
          error={error}
          inputRef={input}
          isDisabled={isLocked}
          className="sm:max-w-60"
        />
      )}
    </form>
  )
}
