import { useQuery } from '@tanstack/react-query'
import ChevronDown from 'lucide-react/icons/chevron-down'
import { useEffect, useRef, useState } from 'react'

import { useUser } from '../../platform/current-user.ts'
import { useFormat } from '../../platform/i18n/format.ts'
import { useTranslate } from '../../platform/i18n/i18n.ts'
import { Banner } from '../../ui/feedback/banner.tsx'
import { keepInView } from '../../ui/hooks/keep-in-view.ts'
import { bonusesQuery } from '../deposits/bonuses.ts'
import { CodeForm, codeInput } from './code-form.tsx'
import { StoredCode } from './stored-code.tsx'
import { useRefreshBonuses } from './use-refresh-bonuses.ts'

/**
 * Promo codes on the funding page: one line until it is opened.
 * @param isAskedFor opens it and scrolls to it: `/show/funding/promo` (spec: funding 2)
 */
export function FundingPromo({ isAskedFor }: { readonly isAskedFor: boolean }) {
  const t = useTranslate()
  const section = useRef<HTMLElement>(null)
  const { userId } = useUser()
  const [isOpen] = useState(() => isAskedFor || codeInput.load(userId) !== '')
  useRefreshBonuses()
  useEffect(() => {
    if (!isAskedFor || section.current === null) return undefined
    section.current.querySelector<HTMLElement>('input')?.focus({ preventScroll: true })
    return keepInView(section.current)
  }, [isAskedFor])
  return (
    <section ref={section} aria-labelledby="funding-promo" className="flex max-w-2xl flex-col gap-4">
      <GrantedCode />
      <StoredCode />
      <details open={isOpen} className="rounded-card border border-line bg-surface">
        <summary className="flex cursor-pointer items-center justify-between gap-3 px-4 py-3 font-medium [&::-webkit-details-marker]:hidden">
          <h2 id="funding-promo">{t('promo.enter_title')}</h2>
          <ChevronDown size={16} aria-hidden className="shrink-0 text-muted transition-transform in-open:rotate-180" />
        </summary>
        <div className="px-4 pb-4">
          <CodeForm />
        </div>
      </details>
    </section>
  )
}

/** Says what the stored code has added to the deposit that was just credited. */
function GrantedCode() {
  const t = useTranslate()
  const format = useFormat()
  const { data } = useQuery(bonusesQuery)
  const [waiting, setWaiting] = useState<{ readonly code: string; readonly lastId: number } | null>(null)
  const stored = data?.stored?.code ?? null
  const bonuses = data?.bonuses ?? []
  const lastId = Math.max(0, ...bonuses.map(({ id }) => id))
  if (stored !== null && (stored !== waiting?.code || lastId !== waiting.lastId)) setWaiting({ code: stored, lastId })
  // A code that can be used twice can have an older bonus.
  const granted =
    stored === null && waiting !== null
      ? bonuses.find(({ id, code }) => code === waiting.code && id > waiting.lastId)
      : undefined
  if (granted === undefined) return null
  const amount = format.money(granted.amount, granted.currency)
  return <Banner tone="success">{t('promo.granted', { code: granted.code ?? '', amount })}</Banner>
}
