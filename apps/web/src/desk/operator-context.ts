import type { DeskOperator } from '@tradefront/contract/desk'
import { createContext, use } from 'react'

export const OperatorContext = createContext<DeskOperator | null>(null)

/** Returns the operator who is logged in, inside the shell. */
export function useOperator(): DeskOperator {
  const operator = use(OperatorContext)
  if (operator === null) throw new Error('Nobody is logged in')
  return operator
}
