import Check from 'lucide-react/icons/check'
import type { ReactNode } from 'react'

import { useTranslate } from '../../platform/i18n/i18n.ts'
import { DecorativeChart } from '../../ui/brand/decorative-chart.tsx'

export function AuthLayout(props: { readonly title: string; readonly lead?: string; readonly children: ReactNode }) {
  const t = useTranslate()
  const claims = [t('auth.claim_1'), t('auth.claim_2'), t('auth.claim_3')]
  return (
    <div className="grid gap-16 py-6 lg:grid-cols-[minmax(0,25rem)_minmax(0,1fr)] lg:items-start lg:gap-20 lg:py-10">
      <section className="flex w-full max-w-md flex-col gap-6 justify-self-center lg:max-w-none">
        <div className="flex flex-col gap-2">
          <h1 tabIndex={-1} className="text-28 font-semibold outline-none">
            {props.title}
          </h1>
          {props.lead !== undefined && <p className="text-muted">{props.lead}</p>}
        </div>
        {props.children}
      </section>
      <aside className="relative hidden min-h-[max(36rem,calc(100dvh-15rem))] max-w-2xl flex-col justify-end overflow-hidden rounded-card border border-line bg-surface p-10 lg:sticky lg:top-8 lg:flex">
        <DecorativeChart />
        <div className="relative flex flex-col gap-5">
          <h2 className="max-w-md text-28 font-semibold">{t('auth.claim_title')}</h2>
          <ul className="flex flex-col gap-3 text-muted">
            {claims.map((claim) => (
              <li key={claim} className="flex gap-3">
                <Check size={18} className="mt-0.5 shrink-0 text-up" aria-hidden />
                {claim}
              </li>
            ))}
          </ul>
        </div>
      </aside>
    </div>
  )
}
