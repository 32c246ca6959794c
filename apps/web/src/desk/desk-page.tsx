import type { ReactNode } from 'react'

import { useTranslate } from '../platform/i18n/i18n.ts'
import { Logo } from '../ui/brand/logo.tsx'
import { Card } from '../ui/layout/card.tsx'
import { ScreenTitle } from '../ui/layout/screen-title.tsx'
import { DeskPreferences } from './desk-preferences.tsx'

/** A page for operators who are not logged in. */
export function DeskPage(props: { readonly title: string; readonly lead: string; readonly children: ReactNode }) {
  const t = useTranslate()
  return (
    <div className="flex min-h-dvh flex-col bg-bg">
      <header className="flex flex-wrap items-center justify-between gap-4 px-4 py-3 sm:px-6">
        <span className="flex items-center gap-2">
          <Logo />
          <span className="font-semibold text-muted">{t('desk.title')}</span>
        </span>
        <DeskPreferences />
      </header>
      <main className="mx-auto flex w-full max-w-md flex-1 flex-col justify-center gap-6 px-4 pb-24">
        <ScreenTitle lead={props.lead}>{props.title}</ScreenTitle>
        <Card className="flex flex-col gap-4">{props.children}</Card>
      </main>
    </div>
  )
}
