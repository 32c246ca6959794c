import type { ReactNode } from 'react'

import { cx } from '../../ui/styles/cx.ts'

/** Column of the steps, and beside it what the payment costs and brings. The steps are numbered in the order of the page. */
export const fundingGrid =
  'grid grid-cols-1 items-start gap-x-8 [counter-reset:step] lg:grid-cols-[minmax(0,1fr)_22rem]'

/** One step of a payment. A hidden one keeps what was typed. */
export function FundingStep(props: {
  readonly id: string
  readonly title: string
  readonly isHidden?: boolean
  readonly children: ReactNode
}) {
  const { id, title, isHidden = false } = props
  return (
    <section
      id={id}
      aria-labelledby={`${id}-title`}
      hidden={isHidden}
      className={cx(
        'min-w-0 scroll-mt-20 flex-col gap-5 border-t border-line py-8 first:border-t-0 first:pt-0 lg:col-start-1',
        isHidden ? 'hidden' : 'flex [counter-increment:step]',
      )}
    >
      <h2 id={`${id}-title`} className="flex items-center gap-3 text-17 font-semibold">
        <span
          aria-hidden
          className="tabular grid size-7 shrink-0 place-items-center rounded-full border border-edge text-13 font-medium text-muted before:content-[counter(step)]"
        />
        {title}
      </h2>
      {props.children}
    </section>
  )
}

/** Content beside the steps on wide screens, and below them on others. */
export function FundingAside({ children }: { readonly children: ReactNode }) {
  return (
    <aside className="flex flex-col gap-6 max-lg:pt-2 lg:sticky lg:top-24 lg:col-start-2 lg:row-span-3 lg:row-start-1">
      {children}
    </aside>
  )
}
