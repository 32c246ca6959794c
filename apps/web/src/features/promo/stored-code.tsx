import { useQuery } from '@tanstack/react-query'
import type { RefusedCode, StoredCode as Stored } from '@tradefront/contract/promo'
import { promoCalls } from '@tradefront/contract/promo'
import type { ReactNode } from 'react'

import { useCallMutation } from '../../platform/api/use-call-mutation.ts'
import { closeNotice, useClosedAt } from '../../platform/closed-notices.ts'
import { useTranslate } from '../../platform/i18n/i18n.ts'
import { showToast } from '../../platform/toasts.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Banner } from '../../ui/feedback/banner.tsx'
import { bonusesQuery } from '../deposits/bonuses.ts'
import { TermsList } from './terms-list.tsx'

/**
 * The code that waits for a deposit, or why the latest one was not used.
 * @param action shown beside the button that removes it
 */
export function StoredCode({ action }: { readonly action?: ReactNode }) {
  const { data } = useQuery(bonusesQuery)
  if (data === undefined) return null
  if (data.stored !== null) return <WaitingCode stored={data.stored} action={action} />
  return data.refused === null ? null : <UnusedCode key={data.refused.atMs} refused={data.refused} />
}

function WaitingCode({ stored, action }: { readonly stored: Stored; readonly action?: ReactNode }) {
  const t = useTranslate()
  const remove = useCallMutation(promoCalls.removePromoCode, {
    invalidates: [promoCalls.listBonuses],
    onSuccess: () => showToast({ tone: 'success', text: t('promo.removed') }),
  })
  const { code, refusal } = stored
  const button = (
    <Button size="sm" isPending={remove.isPending} onPress={() => remove.mutate({})}>
      {t('promo.remove')}
    </Button>
  )
  if (refusal !== null) {
    return (
      <Banner tone="warn" title={t('promo.stored_over_title', { code })} action={button}>
        {t('promo.stored_over_text', { reason: refusal.message })}
      </Banner>
    )
  }
  return (
    <Banner
      tone="info"
      title={t('promo.stored_title', { code })}
      action={
        <div className="flex flex-wrap gap-2">
          {action}
          {button}
        </div>
      }
    >
      <TermsList terms={stored} />
    </Banner>
  )
}

/** Says why a code was not used, until the trader has read it. */
function UnusedCode({ refused }: { readonly refused: RefusedCode }) {
  const t = useTranslate()
  const { code, message, atMs, hasDeposit } = refused
  const closedAtMs = useClosedAt('promo_refusal')
  if (closedAtMs !== null && closedAtMs >= atMs) return null
  return (
    <Banner
      tone="warn"
      title={t('promo.refused_title', { code })}
      action={
        <Button size="sm" onPress={() => closeNotice('promo_refusal')}>
          {t('promo.refused_seen')}
        </Button>
      }
    >
      {t(hasDeposit ? 'promo.refused_text' : 'promo.refused_signup_text', { reason: message })}
    </Banner>
  )
}
