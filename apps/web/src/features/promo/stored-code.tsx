import { useQuery } from '@tanstack/react-query'
import { promoCalls } from '@tradefront/contract/promo'
import type { ReactNode } from 'react'

import { useCallMutation } from '../../platform/api/use-call-mutation.ts'
import { useTranslate } from '../../platform/i18n/i18n.ts'
import { showToast } from '../../platform/toasts.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Banner } from '../../ui/feedback/banner.tsx'
import { bonusesQuery } from '../deposits/bonuses.ts'
import { TermsList } from './terms-list.tsx'

/** The code that waits for a deposit, or why the latest one was not used. @param action next to the removal */
export function StoredCode({ action }: { readonly action?: ReactNode }) {
  const t = useTranslate()
  const { data } = useQuery(bonusesQuery)
  const remove = useCallMutation(promoCalls.removePromoCode, {
    invalidates: [promoCalls.listBonuses],
    onSuccess: () => showToast({ tone: 'success', text: t('promo.removed') }),
  })
  if (data === undefined) return null
  const { stored, refused } = data
  if (stored !== null) {
    return (
      <Banner
        tone="info"
        title={t('promo.stored_title', { code: stored.code })}
        action={
          <div className="flex flex-wrap gap-2">
            {action}
            <Button size="sm" isPending={remove.isPending} onPress={() => remove.mutate({})}>
              {t('promo.remove')}
            </Button>
          </div>
        }
      >
        <TermsList terms={stored} />
      </Banner>
    )
  }
  if (refused === null) return null
  return (
    <Banner tone="warn" title={t('promo.refused_title', { code: refused.code })}>
      {t('promo.refused_text', { reason: refused.message })}
    </Banner>
  )
}
