import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type PromoTerms, toPromoTerms } from '@tradefront/contract/domain/promo'
import { promoCalls } from '@tradefront/contract/promo'
import { type SubmitEvent, useRef, useState } from 'react'

import { toErrorText } from '../../platform/api/error-text.ts'
import { useCallMutation } from '../../platform/api/use-call-mutation.ts'
import { refreshUser, useUser } from '../../platform/current-user.ts'
import { useTranslate } from '../../platform/i18n/i18n.ts'
import { showToast } from '../../platform/toasts.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { bonusesKey, bonusesQuery } from '../deposits/bonuses.ts'
import { codeInput } from './code-input.ts'
import { TermsList } from './terms-list.tsx'

const maxLength = 40

/** First shows what the code does, then uses it. */
export function CodeForm() {
  const t = useTranslate()
  const { userId } = useUser()
  const [code, setCode] = useState(() => codeInput.load(userId))
  const [error, setError] = useState<string | null>(null)
  const [terms, setTerms] = useState<PromoTerms | null>(null)
  const field = useRef<HTMLInputElement>(null)
  const change = (next: string): void => {
    setCode(next)
    codeInput.save(userId, next)
    setError(null)
    setTerms(null)
  }
  const showError = (text: string): void => {
    setError(text)
    field.current?.focus()
  }
  const check = useCallMutation(promoCalls.checkPromoCode, {
    // The field can have changed since.
    onSuccess: (reply, { body }) =>
      reply.terms !== undefined && body.promo === code.trim() && setTerms(toPromoTerms(reply.terms)),
    onError: (failure) => showError(toErrorText(failure)),
  })
  const submit = (event: SubmitEvent): void => {
    event.preventDefault()
    // Spec: account 5.
    if (code.trim() === '') showError(t('promo.invalid'))
    else check.mutate({ body: { promo: code.trim() } })
  }
  return (
    <div className="flex flex-col gap-4">
      <form noValidate onSubmit={submit} className="flex flex-wrap items-start gap-3">
        <TextField
          className="min-w-0 flex-1 basis-60"
          name="promo"
          label={t('promo.code')}
          help={t('promo.code_help')}
          error={error ?? undefined}
          value={code}
          onChange={change}
          inputRef={field}
          maxLength={maxLength}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          dir="ltr"
        />
        <Button type="submit" isPending={check.isPending} className="sm:mt-6">
          {t('promo.check')}
        </Button>
      </form>
      {/* Always there, so that screen readers announce what appears in it. */}
      <div role="status" className="flex flex-col gap-3 empty:hidden">
        {terms !== null && (
          <>
            <h3 className="font-semibold">{terms.code}</h3>
            <TermsList terms={terms} />
          </>
        )}
      </div>
      {terms !== null && (
        <UseCode terms={terms} onUsed={() => change('')} onCancel={() => change('')} onError={showError} />
      )}
    </div>
  )
}

/** The button that binds, below the terms. */
function UseCode(props: {
  readonly terms: PromoTerms
  readonly onUsed: () => void
  readonly onCancel: () => void
  readonly onError: (text: string) => void
}) {
  const t = useTranslate()
  const queryClient = useQueryClient()
  const { terms, onUsed, onCancel, onError } = props
  const stored = useQuery(bonusesQuery).data?.stored ?? null
  const redeem = useCallMutation(promoCalls.redeemPromoCode, {
    onSuccess: async (reply) => {
      await Promise.all([queryClient.invalidateQueries({ queryKey: bonusesKey }), refreshUser()])
      onUsed()
      showToast({ tone: 'success', text: reply.message ?? '' })
    },
    onError: (failure) => onError(toErrorText(failure)),
  })
  const isForDeposit = terms.minDeposit !== null
  return (
    <>
      {isForDeposit && stored !== null && <p className="text-muted">{t('promo.replaces', { code: stored.code })}</p>}
      <div className="flex flex-wrap gap-2">
        <Button
          tone="primary"
          isPending={redeem.isPending}
          onPress={() => redeem.mutate({ body: { promo: terms.code } })}
        >
          {t(isForDeposit ? 'promo.save' : 'promo.use')}
        </Button>
        <Button onPress={onCancel}>{t('promo.cancel')}</Button>
      </div>
    </>
  )
}
