import { useQuery, useQueryClient } from '@tanstack/react-query'
import { maxPromoCodeChars, promoCalls, type PromoTerms } from '@tradefront/contract/promo'
import { useState } from 'react'
import * as z from 'zod/mini'

import { toErrorText } from '../../platform/api/error-text.ts'
import { useCallMutation } from '../../platform/api/use-call-mutation.ts'
import { refreshUser, useUser } from '../../platform/current-user.ts'
import { useContractForm } from '../../platform/forms/use-contract-form.ts'
import { useFormField } from '../../platform/forms/use-form-field.ts'
import { useTranslate } from '../../platform/i18n/i18n.ts'
import { localStore, userStorageKey } from '../../platform/storage/local-storage.ts'
import { showToast } from '../../platform/toasts.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { bonusesKey, bonusesQuery } from '../deposits/bonuses.ts'
import { TermsList } from './terms-list.tsx'

/** The code as it was typed, so that it survives a change of the screen (spec: funding 2). */
export const codeInput = {
  load: (userId: number): string => localStore.readItem(toKey(userId), z.string()) ?? '',
  save: (userId: number, code: string): void => {
    if (code.trim() === '') localStore.deleteItem(toKey(userId))
    else localStore.writeItem(toKey(userId), code)
  },
}

/** Form that first shows what the code does, then uses it. */
export function CodeForm() {
  const t = useTranslate()
  const { userId } = useUser()
  const [defaults] = useState(() => ({ promo: codeInput.load(userId) }))
  const [terms, setTerms] = useState<PromoTerms | null>(null)
  const { control, isPending, onSubmit, clearErrors, setError } = useContractForm(promoCalls.checkPromoCode, {
    defaults,
    fields: { promo: { error: 'promo.invalid' } },
    revalidate: 'onBlur',
    // Spec: account 5.
    check: ({ promo }) => (promo.trim() === '' ? { promo: 'promo.invalid' } : {}),
    onSuccess: (reply, form, body) => {
      // The field can have changed since then.
      const isCurrent = body.promo === form.getValues('promo').trim()
      if (reply.terms !== undefined && isCurrent) setTerms(reply.terms)
    },
    onError: (error) => {
      showError(error)
      return true
    },
  })
  const field = useFormField(control, 'promo')
  const change = (next: string): void => {
    field.onChange(next)
    clearErrors()
    codeInput.save(userId, next)
    setTerms(null)
  }
  function showError(error: unknown): void {
    setError('promo', { type: 'server', message: toErrorText(error) }, { shouldFocus: true })
  }
  return (
    <div className="flex flex-col gap-4">
      <form noValidate onSubmit={onSubmit} className="flex flex-wrap items-start gap-3">
        <TextField
          {...field}
          onChange={change}
          className="min-w-0 flex-1 basis-60"
          label={t('promo.code')}
          help={t('promo.code_help')}
          maxLength={maxPromoCodeChars}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          dir="ltr"
        />
        <Button type="submit" isPending={isPending} className="sm:mt-6">
          {t('promo.check')}
        </Button>
      </form>
      {/* The element is always there, so that screen readers announce what appears in it. */}
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

/** Button below the terms, which uses the code. */
function UseCode(props: {
  readonly terms: PromoTerms
  readonly onUsed: () => void
  readonly onCancel: () => void
  readonly onError: (error: unknown) => void
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
    onError,
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

function toKey(userId: number): string {
  return userStorageKey('promo', userId)
}
