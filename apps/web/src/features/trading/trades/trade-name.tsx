import { Link } from '@tanstack/react-router'
import type { Direction } from '@tradefront/rules/trading/options'
import { memo } from 'react'

import { paths } from '../../../routes/paths.ts'
import { Money } from '../../../ui/money/money.tsx'
import { DirectionMark } from './direction-mark.tsx'

/** Leads to the page of the trade. The row around it changes with every quote, and this part does not. */
export const TradeName = memo(function TradeName(props: {
  readonly id: string
  readonly direction: Direction
  readonly label: string
  readonly stake: number
  readonly currency: string
}) {
  return (
    <span className="flex min-w-0 items-center gap-1.5 font-medium">
      <DirectionMark direction={props.direction} />
      <Link to={paths.trade(props.id)} className="truncate hover:underline pointer-coarse:-my-2 pointer-coarse:py-2">
        {props.label}
      </Link>
      <Money amount={props.stake} currency={props.currency} isWhole className="text-muted" />
    </span>
  )
})
