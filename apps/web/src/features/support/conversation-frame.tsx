import { Link } from '@tanstack/react-router'
import ArrowLeft from 'lucide-react/icons/arrow-left'
import type { ReactNode } from 'react'

import { useTranslate } from '../../platform/i18n/i18n.ts'
import { paths } from '../../routes/paths.ts'
import { buttonClass } from '../../ui/buttons/button.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { cx } from '../../ui/styles/cx.ts'

/** The frame is at least as high as the window, so that a short conversation ends at its composer. A narrow screen has a link back to the list. */
export function ConversationFrame({ children }: { readonly children: ReactNode }) {
  const t = useTranslate()
  return (
    <div className="relative flex min-h-[calc(100dvh-9.25rem)] flex-col max-lg:-mt-3 lg:min-h-[calc(100dvh-4rem)] landscape-phone:min-h-0">
      <Link
        to={paths.show('support')}
        className={buttonClass({ tone: 'plain', size: 'sm', className: '-ms-3 self-start lg:hidden' })}
      >
        <ArrowLeft size={16} className="rtl:-scale-x-100" aria-hidden />
        {t('support.back')}
      </Link>
      {children}
    </div>
  )
}

/** Head of a conversation, which stays in view on a wide screen. */
export function ConversationHead(props: {
  readonly title: string
  readonly action?: ReactNode
  readonly children: ReactNode
}) {
  return (
    <header className="z-10 flex flex-col gap-1.5 border-b border-line bg-bg pb-3 lg:sticky lg:top-16 lg:pt-6 lg:pb-4">
      <div className="flex items-start justify-between gap-4">
        <h1 tabIndex={-1} className="text-17 lg:text-21 font-semibold wrap-anywhere outline-none">
          {props.title}
        </h1>
        <div className="shrink-0 max-lg:absolute max-lg:end-0 max-lg:top-0">{props.action}</div>
      </div>
      {props.children}
    </header>
  )
}

export const conversationBodyClass = 'flex flex-1 flex-col justify-end gap-4 py-5'

/** Skeleton of a conversation. */
export function BubblesSkeleton() {
  return (
    <div className={conversationBodyClass}>
      {['w-3/5 self-end', 'w-2/3', 'w-2/5 self-end'].map((place) => (
        <Skeleton key={place} className={cx('h-16', place)} />
      ))}
    </div>
  )
}
