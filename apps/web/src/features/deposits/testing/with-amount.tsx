import type { ReactNode } from 'react'

import { AmountSection } from '../amount/amount-section.tsx'
import { type AmountForm, useAmount } from '../amount/use-amount.ts'

/** Puts the step of the amount above that of a method, as on the page. */
export function WithAmount(props: {
  readonly method: 'card' | 'other'
  readonly children: (amountForm: AmountForm) => ReactNode
}) {
  const amountForm = useAmount(props.method)
  return (
    <>
      <AmountSection {...amountForm} onChange={amountForm.changeInputs} isHidden={false} />
      {props.children(amountForm)}
    </>
  )
}
