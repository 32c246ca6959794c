import type { ReactNode } from 'react'

import { AmountSection } from '../amount/amount-section.tsx'
import { type AmountForm, useAmount } from '../amount/use-amount.ts'

/** Puts the step of the amount above that of a method, as on the page. */
export function WithAmount(props: {
  readonly method: 'card' | 'other'
  readonly children: (planned: AmountForm) => ReactNode
}) {
  const planned = useAmount(props.method)
  return (
    <>
      <AmountSection {...planned} onChange={planned.changeInputs} isHidden={false} />
      {props.children(planned)}
    </>
  )
}
